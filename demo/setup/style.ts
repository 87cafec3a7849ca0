/** The page's stylesheet; its colours are those of the inspector. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #f4f5f6; --card: #ffffff; --ink: #1d2327; --soft: #58626a; --rule: #d7dce0; --link: #1a5fa8;
  --on-link: #ffffff; --wash: #eaf1f9; --done: #1c6b3f; --done-wash: #e6f3ea; --waiting: #6b5200; --waiting-wash: #fbf3d9;
  --failed: #a3261b; --failed-wash: #fde9e4; --well: #f1f3f4; --edge: #87919a;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #14171a; --card: #1d2226; --ink: #e8ecef; --soft: #a3adb5; --rule: #353c42; --link: #8bbcf2;
    --on-link: #10202f; --wash: #1c2b3a; --done: #79d3a0; --done-wash: #17301f; --waiting: #e5c15b; --waiting-wash: #322a12;
    --failed: #ff9b8e; --failed-wash: #3d1d18; --well: #14181b; --edge: #727d86;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.wrap { width: min(76rem, 100% - 2.5rem); margin-inline: auto; }
a { color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; border-radius: 4px; }
.skip { position: absolute; left: 1rem; top: -5rem; padding: .6rem 1rem; background: var(--card); border-radius: 6px; }
.skip:focus { top: 1rem; z-index: 1; }

.masthead { padding-block: 2.2rem 1.6rem; }
.masthead .wrap { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: .2rem 2rem; }
.masthead p { flex: 0 0 100%; margin: .4rem 0 0; color: var(--soft); text-wrap: pretty; }
.masthead nav a { display: inline-block; padding: .4rem 0; }
.masthead nav a + a { margin-left: 1rem; }
h1 { margin: 0; font-size: clamp(1.6rem, 1.3rem + 1.4vw, 2.2rem); line-height: 1.2; letter-spacing: -.015em; text-wrap: balance; }
h2 { margin: 0; font-size: 1.2rem; line-height: 1.3; letter-spacing: -.005em; }
h3 { margin: 0; font-size: 1rem; }
#preview-part h3 { margin-top: 1.4rem; }
p { margin: 0 0 .8rem; text-wrap: pretty; }
code { font-family: var(--mono); font-size: .9em; overflow-wrap: anywhere; }

.step { padding-block: 2.2rem; border-top: 1px solid var(--rule); }
.step > .wrap { display: grid; gap: 1.2rem clamp(1.5rem, 4vw, 3.5rem); }
.step header p { margin: .5rem 0 0; color: var(--soft); font-size: .95rem; max-width: 60ch; }
main { counter-reset: step; }
.step { counter-increment: step; }
.step header::before { content: "Step " counter(step); display: block; margin-bottom: .35rem; color: var(--soft); font-size: .85rem; }
.step .body { min-width: 0; }
@media (min-width: 58rem) {
  .step > .wrap { grid-template-columns: 15.5rem minmax(0, 1fr); }
  .step header { position: sticky; top: 1.5rem; align-self: start; }
}

fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
.cards { display: grid; gap: .7rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15.5rem), 1fr)); }
.card { position: relative; display: grid; grid-template-columns: auto 1fr; gap: 0 .7rem; align-content: start; padding: .85rem 1rem .9rem; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; cursor: pointer; }
.card:hover { border-color: var(--edge); }
.card:has(:checked) { border-color: var(--link); box-shadow: inset 0 0 0 1px var(--link); background: var(--wash); }
.card:has(:focus-visible) { outline: 3px solid var(--link); outline-offset: 2px; }
.card input { width: 1.1rem; height: 1.1rem; margin: .22rem 0 0; accent-color: var(--link); outline: none; }
.card b { font-weight: 600; }
.card small { grid-column: 2; font-weight: 400; font-size: .88rem; line-height: 1.45; color: var(--soft); }

.fields { display: grid; gap: 1.1rem 1.2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 17rem), 1fr)); }
.field { min-width: 0; }
label, .label { display: block; font-weight: 600; }
.field > label { margin-bottom: .3rem; }
input:not([type=radio], [type=checkbox]), select, textarea { width: 100%; min-height: 2.75rem; padding: .5rem .7rem; font: inherit; color: inherit; background: var(--card); border: 1px solid var(--edge); border-radius: 7px; }
input:not([type=radio], [type=checkbox]):focus-visible, select:focus-visible, textarea:focus-visible { outline-offset: 0; border-color: var(--link); border-radius: 7px; }
[aria-invalid=true] { border-color: var(--failed) !important; box-shadow: inset 0 0 0 1px var(--failed); }
textarea { display: block; min-height: 17rem; resize: vertical; font: .85rem/1.55 var(--mono); tab-size: 2; white-space: pre; overflow: auto; }
#sign-up-sample { min-height: 9rem; }
.code { font-family: var(--mono) !important; font-size: .88rem !important; }
.hint { margin: .3rem 0 0; font-size: .88rem; line-height: 1.45; color: var(--soft); }
.error { margin: .3rem 0 0; font-size: .9rem; font-weight: 600; color: var(--failed); }
.check { display: flex; gap: .7rem; align-items: start; cursor: pointer; }
.check input { flex: none; width: 1.15rem; height: 1.15rem; margin: .2rem 0 0; accent-color: var(--link); }
.check span { font-weight: 400; }
.check small { display: block; font-size: .88rem; color: var(--soft); }
.panel { margin-top: 1.2rem; padding: 1.1rem 1.2rem 1.25rem; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; }
.panel > h3 { margin-bottom: .3rem; }
.panel > p { color: var(--soft); font-size: .93rem; max-width: 68ch; }
.group { margin: 1.1rem 0 .5rem; font-size: .85rem; font-weight: 600; color: var(--soft); }
.selectors { display: grid; gap: .9rem 1.2rem; grid-template-columns: repeat(auto-fill, minmax(min(100%, 15rem), 1fr)); }
.selectors label { font-weight: 400; }
.matches { min-height: 1.4em; overflow-wrap: anywhere; }
.matches[data-state=found] { color: var(--done); }
.matches[data-state=none] { color: var(--failed); }

details { margin-top: 1.2rem; }
summary { width: fit-content; padding: .35rem 0; cursor: pointer; color: var(--link); }
details > :nth-child(2) { margin-top: .6rem; }
.bar { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .5rem 1rem; margin-bottom: .5rem; }
.bar .buttons { display: flex; flex-wrap: wrap; gap: .5rem; }
button { min-height: 2.4rem; padding: .35rem .95rem; font: inherit; font-weight: 600; font-size: .93rem; color: var(--link); background: var(--card); border: 1px solid var(--edge); border-radius: 7px; cursor: pointer; }
button:hover { border-color: var(--link); background: var(--wash); }
button.main { color: var(--on-link); background: var(--link); border-color: var(--link); }
button.main:hover { filter: brightness(1.1); }
button[data-copied] { color: var(--done); border-color: var(--done); background: var(--done-wash); }

.verdict { margin: 1.2rem 0 0; padding: .8rem 1rem; border-radius: 8px; border-left: 4px solid var(--rule); background: var(--card); font-weight: 600; overflow-wrap: anywhere; }
.verdict p { margin: .25rem 0 0; font-weight: 400; }
.verdict[data-state=good] { border-color: var(--done); background: var(--done-wash); }
.verdict[data-state=mixed] { border-color: var(--waiting); background: var(--waiting-wash); }
.verdict[data-state=bad] { border-color: var(--failed); background: var(--failed-wash); }
.verdict[data-state=empty] { font-weight: 400; color: var(--soft); }
.problems { margin: .7rem 0 0; padding: 0; list-style: none; display: grid; gap: .45rem; }
.problems li { padding: .55rem .9rem; background: var(--card); border: 1px solid var(--rule); border-left: 4px solid var(--waiting); border-radius: 6px; overflow-wrap: anywhere; }
.problems li[data-kind=note] { border-left-color: var(--edge); }
.problems:empty { display: none; }
.found { display: grid; gap: 0 2rem; }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; }
table { width: 100%; border-collapse: collapse; font-size: .93rem; font-variant-numeric: tabular-nums; }
caption { padding: .7rem .9rem .3rem; text-align: left; font-weight: 600; }
th, td { padding: .45rem .9rem; text-align: left; vertical-align: top; border-top: 1px solid var(--rule); }
thead th { border-top: 0; font-size: .85rem; font-weight: 600; color: var(--soft); white-space: nowrap; }
tbody th { font-weight: 400; color: var(--soft); font-family: var(--mono); font-size: .85rem; line-height: 1.75; width: 14rem; }
td { overflow-wrap: break-word; }
.amount { white-space: nowrap; }
.plain { color: var(--soft); }
.found .scroll { margin-top: 1rem; }
iframe { display: block; width: 100%; height: 20rem; margin-top: .5rem; background: var(--card); border: 1px solid var(--rule); border-radius: 8px; }

.block { margin-bottom: 1.3rem; background: var(--card); border: 1px solid var(--rule); border-radius: 10px; overflow: hidden; }
.block:last-child { margin-bottom: 0; }
.block > .bar { flex-wrap: nowrap; align-items: start; margin: 0; padding: .8rem 1rem .2rem 1.2rem; }
.block > .bar h3 { padding-top: .4rem; }
.block > p { margin: 0; padding: 0 1.2rem .9rem; color: var(--soft); font-size: .93rem; max-width: 78ch; }
pre { margin: 0; padding: 1rem 1.2rem; background: var(--well); border-top: 1px solid var(--rule); font: .84rem/1.6 var(--mono); overflow: auto; max-height: 26rem; }
pre:focus-visible { outline-offset: -3px; }
details pre { border: 1px solid var(--rule); border-radius: 8px; }
#inventory-text, #steps-text, #policy-text { white-space: pre-wrap; overflow-wrap: anywhere; }
.foot { padding-block: 1.6rem 3rem; border-top: 1px solid var(--rule); color: var(--soft); font-size: .9rem; }
@media (max-width: 30rem) {
  .wrap { width: calc(100% - 2rem); }
  .step { padding-block: 1.6rem; }
  .panel { padding: .9rem 1rem 1rem; }
  .block > .bar { padding: .8rem 1rem .3rem; }
  .block > p { padding: 0 1rem .8rem; }
  pre { padding: .9rem 1rem; }
  tbody th { width: 9rem; }
  th, td { padding-inline: .7rem; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
