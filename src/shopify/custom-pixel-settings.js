// Ringup for Shopify: Settings > Customer events > Add custom pixel. Paste all of this file, fill in the lines below,
// Save, then Connect. Customer privacy beside this code: Permission "Required" for Marketing.
globalThis.RINGUP = {
  // Required. Where your proxy listens: https://events.shop.example/ringup
  endpoint: '',
  // The public name of a list of the proxy: who ticks the box for offers at checkout is added to it. '' for none.
  list: '',
  // What the shopper must have allowed before anything is stored or sent: marketingAllowed, analyticsProcessingAllowed,
  // preferencesProcessingAllowed, saleOfDataAllowed. [] for nothing.
  consent: ['marketingAllowed'],
  // true: what becomes of each event is written to the browser's console, without personal data.
  debug: false,
}
