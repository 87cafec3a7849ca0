/** Lines that stand in a page before the script, for what happens while it is not there. */

/** Keeps the calls that are made before the script has loaded. */
export const STUB =
  "(w=>{let s=(o,n)=>o[n]=o[n]||function f(){let a=arguments;if(o[n]!=f)return o[n](...a);a.t=Date.now();(f.q=f.q||[]).push(a);return new Promise(r=>a.r=r)};s(w,'convert');s(w,'addToList');s(w.ringup=w.ringup||{},'consent')})(window)"

/**
 * The keeper: when the script cannot be loaded at all, keeps the calls, and of the data layer the event and what names the customer
 * (`user_data`, `user_properties`), until a page of the shop loads it; src/snippet/start.ts sends them. Not where the tag says that
 * consent is needed.
 */
export const KEEPER =
  "addEventListener('error',({target:t},d=t.dataset,w=self,e=d.convertOn)=>/ringup/.test(t.src)&&!d.consent&&addEventListener('pagehide',_=>{try{localStorage['ringup:kept'+Date.now()]=JSON.stringify({e,l:[].filter.call(w.dataLayer||[],x=>x&&(Object.keys(x)+x.event+x[1]).match('user_|'+(e||'purchase'))),c:w.convert?.q,a:w.addToList?.q})}catch{}}),!0)"
