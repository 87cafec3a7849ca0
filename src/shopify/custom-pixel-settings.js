// Ringup for Shopify: Settings > Customer events > Add custom pixel. Paste all of this file, fill in the lines below,
// Save, then Connect. Customer privacy, next to this code: Permission "Required" for Marketing.
globalThis.RINGUP = {
  // Required. The address of your proxy: https://events.shop.example/ringup
  endpoint: '',
  // The public name of a list of the proxy. Shoppers who tick the box for offers at checkout are added to it. '' for
  // none.
  list: '',
  // The permissions that the shopper must have given before events are stored or sent: marketingAllowed,
  // analyticsProcessingAllowed, preferencesProcessingAllowed, saleOfDataAllowed. [] for none.
  consent: ['marketingAllowed'],
  // true: the outcome of each event is written to the browser's console, without personal data.
  debug: false,
}
