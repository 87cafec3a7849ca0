/**
 * Lines for a page, before the script. They act until the script has loaded.
 *
 * A space follows each brace that opens: in a template of Smarty or Squarespace, a brace with a letter after it is code, and PrestaShop then
 * shows no page at all.
 */

/** Keeps the calls that are made before the script has loaded. */
export const STUB =
  "(w=>{ let s=(o,n)=>o[n]=o[n]||function f(){ let a=arguments;if(o[n]!=f)return o[n](...a);a.t=Date.now();(f.q=f.q||[]).push(a);return new Promise(r=>a.r=r)};s(w,'convert');s(w,'addToList');s(w.ringup=w.ringup||{ },'consent')})(window)"

/**
 * The keeper. If the script cannot be loaded, it stores the calls, and from the data layer the event and the customer
 * (`user_data`, `user_properties`). The next page that loads the script sends them (src/snippet/rest/kept.ts). It does
 * not store them if the tag has `data-consent`.
 *
 * Stored values: the event that converts, entries of the data layer, calls of `convert()`, calls of `addToList()`.
 */
export const KEEPER =
  "addEventListener('error',({ target:t},d=t.dataset,w=self,e=d?.convertOn)=>!/ringup/.test(t.src)||d.consent||addEventListener('pagehide',_=>{ try{ localStorage['ringup:kept'+Date.now()]=JSON.stringify([e,w.dataLayer?.filter?.(x=>x&&(Object.keys(x)+x.event+x[1]).match('user_|'+(e||'purchase'))),w.convert?.q,w.addToList?.q])}catch{ } }),!0)"
