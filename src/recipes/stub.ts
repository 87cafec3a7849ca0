/** Keeps the calls that are made before the script has loaded. */
export const STUB =
  "['convert','addToList'].forEach(n=>{let w=window;w[n]=w[n]||function f(){let a=arguments;if(w[n]!=f)return w[n](...a);a.t=Date.now();(f.q=f.q||[]).push(a);return new Promise(r=>a.r=r)}})"
