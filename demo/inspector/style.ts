/** The inspector's stylesheet. Plain on purpose: a tool, not a part of the shop. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f4f5f6; --card: #ffffff; --ink: #1d2327; --soft: #58626a; --rule: #d7dce0; --link: #1a5fa8;
  --done: #1c6b3f; --waiting: #6b5200; --failed: #a3261b; --well: #f1f3f4; --alert: #fde9e4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1d2226; --ink: #e8ecef; --soft: #a3adb5; --rule: #353c42; --link: #8bbcf2;
    --done: #79d3a0; --waiting: #e5c15b; --failed: #ff9b8e; --well: #14181b; --alert: #47211b;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
body > header, main { width: min(76rem, 100% - 2rem); margin-inline: auto; }
body > header { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1.5rem; padding-top: 1.5rem; }
body > header p { width: 100%; margin: .3rem 0 0; color: var(--soft); }
h1 { font-size: 1.6rem; margin: 0; }
h2 { font-size: 1.1rem; margin: 0; overflow-wrap: anywhere; }
h3 { font-size: .95rem; margin: 0 0 .4rem; }
a { color: var(--link); padding: .4rem 0; display: inline-block; }
nav a { margin-right: .8rem; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 3px; }
main { padding: .5rem 0 3rem; }
#lost { background: var(--alert); border-left: 4px solid var(--failed); padding: .7rem 1rem; margin: .5rem 0; font-weight: 600; }
#news { margin: .5rem 0 1rem; color: var(--soft); }
#empty { background: var(--card); border: 1px dashed var(--soft); border-radius: 10px; padding: 1.5rem; }
#empty p { margin: .5rem 0 0; max-width: 65ch; }
#empty a { padding: 0; display: inline; }
#journeys { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
.journey { background: var(--card); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.journey header { display: flex; flex-wrap: wrap; align-items: baseline; gap: .1rem .9rem; padding: .8rem 1.1rem; border-bottom: 1px solid var(--rule); }
.journey time { color: var(--soft); font-variant-numeric: tabular-nums; }
.progress { margin: 0 0 0 auto; font-weight: 600; }
.steps { list-style: none; margin: 0; padding: 0; display: grid; counter-reset: step; }
.step { min-width: 0; padding: .9rem 1.1rem 1rem; border-left: 4px solid var(--rule); counter-increment: step; }
.step + .step { border-top: 1px solid var(--rule); }
@media (min-width: 56rem) {
  .steps { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .step { border-left: 0; border-top: 4px solid var(--rule); }
  .step + .step { border-top-width: 4px; border-left: 1px solid var(--rule); }
}
.step[data-state=done] { border-color: var(--done); }
.step[data-state=failed] { border-color: var(--failed); }
.step + .step { border-left-color: var(--rule); }
@media (max-width: 55.99rem) { .step[data-state=done] { border-left-color: var(--done); } .step[data-state=failed] { border-left-color: var(--failed); } .step + .step { border-top-color: var(--rule); } }
.step h3::before { content: counter(step) " "; color: var(--soft); font-weight: 400; }
.lines { list-style: none; margin: 0 0 .6rem; padding: 0; font-weight: 600; overflow-wrap: anywhere; }
[data-state=done] .lines { color: var(--done); }
[data-state=waiting] .lines { color: var(--waiting); font-weight: 400; }
[data-state=failed] .lines { color: var(--failed); }
dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: .15rem .9rem; margin: 0 0 .5rem; }
dt { color: var(--soft); }
dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.items { margin: 0 0 .5rem; padding-left: 1.1rem; font-variant-numeric: tabular-nums; }
dl:empty, .items:empty { display: none; }
summary { cursor: pointer; color: var(--link); padding: .35rem 0; width: fit-content; }
pre { margin: 0; padding: .8rem; background: var(--well); border-radius: 6px; overflow: auto; max-height: 24rem; font-size: .8rem; line-height: 1.45; }
`
