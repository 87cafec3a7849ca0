/** Lines that stand in a page before the script, for what happens while it is not there. */

/** Keeps the calls that are made before the script has loaded. */
export const STUB =
  "(w=>{let s=(o,n)=>o[n]=o[n]||function f(){let a=arguments;if(o[n]!=f)return o[n](...a);a.t=Date.now();(f.q=f.q||[]).push(a);return new Promise(r=>a.r=r)};s(w,'convert');s(w,'addToList');s(w.ringup=w.ringup||{},'consent')})(window)"

/**
 * The keeper: when the script cannot be loaded at all, keeps the calls, and the event of the data layer, until a page of the shop
 * loads it; src/snippet/start.ts sends them. Not where the tag says that consent is needed.
 */
export const KEEPER =
  "addEventListener('error',({target:t},_,d=t.dataset,w=self)=>d&&/ringup/.test(t.src)&&!d.consent&&addEventListener('pagehide',(_,n=d.convertOn||'purchase')=>{try{localStorage['ringup:kept']=JSON.stringify({t:Date.now(),l:[].filter.call(w.dataLayer||[],x=>x.event==n||x[1]==n||x.user_data),c:(w.convert||0).q,a:(w.addToList||0).q})}catch{}}),!0)"
