/** The shop's style sheet. */
import { createHash } from 'node:crypto'

export const style = `
:root {
  color-scheme: light dark;
  --paper: #faf6ef; --card: #fffdf9; --ink: #2b2620; --soft: #665d52; --rule: #e2d9cb;
  --accent: #2f5c4d; --on-accent: #ffffff; --accent-soft: #e3ece5; --alert: #9c2f1f;
  --clay: #c98f6b; --glaze: #5f8672; --dark: #4a4138; --tea: #8a4b22;
  --serif: "Iowan Old Style", "Palatino Linotype", Palatino, "Book Antiqua", Georgia, serif;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #1c1a17; --card: #262320; --ink: #f0e9de; --soft: #b5aa9b; --rule: #3d3832;
    --accent: #9fcbb5; --on-accent: #14241d; --accent-soft: #27332d; --alert: #ffab9a;
    --clay: #c4906f; --glaze: #7ca48f; --dark: #8a7d6f; --tea: #6b3a1b;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; min-height: 100vh; display: flex; flex-direction: column; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
h1, h2, h3 { font-family: var(--serif); font-weight: 600; line-height: 1.2; margin: 0 0 .6em; text-wrap: balance; }
h1 { font-size: clamp(1.8rem, 1.3rem + 2.2vw, 2.7rem); }
h2 { font-size: 1.3rem; }
p { margin: 0 0 1em; max-width: 62ch; }
a { color: var(--accent); text-underline-offset: .2em; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 3px; border-radius: 4px; }
.wrap { width: min(68rem, 100% - 2.5rem); margin-inline: auto; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .6rem 1rem; background: var(--card); }
.skip:focus { top: 1rem; z-index: 1; }
.soft { color: var(--soft); }

.notice { background: var(--accent-soft); font-size: .875rem; }
.notice .wrap { display: flex; flex-wrap: wrap; justify-content: space-between; gap: 0 1.5rem; padding-block: .2rem; }
.notice p { margin: 0; padding: .25rem 0; max-width: none; }
.notice a { display: inline-block; padding: .2rem 0; }
.notice .tools { display: flex; flex-wrap: wrap; gap: 0 1.2rem; }
.masthead { border-bottom: 1px solid var(--rule); }
.masthead .wrap { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .25rem 1.5rem; padding-block: .9rem; }
.brand { font: 600 1.4rem/1.2 var(--serif); color: var(--ink); text-decoration: none; padding: .3rem 0; }
nav ul { display: flex; gap: .25rem; list-style: none; margin: 0 -.6rem; padding: 0; }
nav a { display: inline-block; padding: .5rem .6rem; color: var(--ink); text-decoration: none; border-radius: 6px; }
nav a:hover { background: var(--accent-soft); }
nav a[aria-current] { text-decoration: underline; text-decoration-thickness: 2px; }
main { flex: 1; padding-block: clamp(1.75rem, 5vw, 3.5rem); }

.lead { font-size: 1.1rem; color: var(--soft); text-wrap: pretty; }
.shelf { display: grid; grid-template-columns: repeat(2, minmax(0, 1fr)); gap: clamp(.8rem, 2vw, 1.5rem); list-style: none; margin: 2rem 0 0; padding: 0; }
.shelf li { position: relative; display: flex; flex-direction: column; background: var(--card); border: 1px solid var(--rule); border-radius: 14px; overflow: hidden; transition: border-color .15s; }
.shelf li:hover { border-color: var(--accent); }
.shelf h2 { margin: 0 0 .15rem; font-size: 1.15rem; }
.shelf h2 a { color: inherit; text-decoration: none; }
/* The whole card is the link; the ring goes around the card too. */
.shelf h2 a::after { content: ""; position: absolute; inset: 0; border-radius: 14px; }
.shelf h2 a:focus-visible { outline: none; }
.shelf h2 a:focus-visible::after { outline: 3px solid var(--accent); outline-offset: -3px; }
.shelf .text { padding: .8rem .9rem 1rem; display: grid; gap: .1rem 1rem; }
@media (min-width: 40rem) {
  .shelf { grid-template-columns: repeat(3, minmax(0, 1fr)); }
  .shelf .text { padding: 1rem 1.2rem 1.2rem; grid-template-columns: 1fr auto; }
  .shelf p { grid-column: 1 / -1; }
}
.shelf p { margin: 0; font-size: .95rem; color: var(--soft); }
.price { font-variant-numeric: tabular-nums; font-weight: 600; white-space: nowrap; }
.picture { display: block; width: 100%; background: var(--accent-soft); aspect-ratio: 4 / 3; padding: 4%; }
.picture path, .picture ellipse, .picture circle { stroke-linecap: round; stroke-linejoin: round; }
.picture .clay { fill: var(--clay); } .picture .glaze { fill: var(--glaze); } .picture .dark { fill: var(--dark); } .picture .tea { fill: var(--tea); }
.picture .line { fill: none; stroke: var(--dark); stroke-width: 5; }
.picture .steam { fill: none; stroke: var(--clay); stroke-width: 3.5; opacity: .8; }

.product { display: grid; gap: clamp(1.5rem, 5vw, 4rem); }
.product .picture { border-radius: 18px; }
.product .price { font-size: 1.4rem; margin-bottom: .8rem; }
.pair { display: grid; gap: 2rem clamp(1.5rem, 5vw, 4rem); align-items: start; }
@media (min-width: 48rem) {
  .product { grid-template-columns: 1fr 1fr; align-items: center; }
  .pair { grid-template-columns: 1.4fr 1fr; }
}

form { margin: 0; }
label { display: block; font-weight: 600; margin-bottom: .3rem; }
.hint { font-size: .9rem; color: var(--soft); margin: .3rem 0 0; }
.field { margin-bottom: 1.1rem; }
input, select, button { font: inherit; color: inherit; }
input:not([type=checkbox], [type=radio]), select { width: 100%; min-height: 2.9rem; padding: .5rem .75rem; background: var(--card); border: 1px solid var(--soft); border-radius: 8px; }
input[type=number] { width: 5.5rem; }
::placeholder { color: var(--soft); opacity: 1; }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; margin-block: .2rem 0; margin-inline: 0 .6rem; flex: none; accent-color: var(--accent); }
.check { display: flex; font-weight: 400; margin: 0; }
.check:has(:disabled) { color: var(--soft); }
fieldset { margin: 0 0 1.4rem; padding: .8rem 1rem 1rem; border: 1px dashed var(--soft); border-radius: 10px; }
legend { padding: 0 .4rem; font-size: .85rem; color: var(--soft); }
button, .button { display: inline-block; min-height: 2.9rem; padding: .6rem 1.4rem; background: var(--accent); color: var(--on-accent); border: 1px solid var(--accent); border-radius: 999px; font-weight: 600; line-height: 1.5; text-decoration: none; cursor: pointer; }
button:hover, .button:hover { filter: brightness(1.12); }
button.quiet { background: transparent; color: var(--accent); padding-inline: 1rem; }
.row { display: flex; flex-wrap: wrap; align-items: end; gap: .75rem; }
.row .field { margin: 0; }
.wide { width: 100%; text-align: center; margin-bottom: .3rem; }
.choices fieldset { border: 0; padding: 0; margin-bottom: 1.8rem; }
.choices legend { padding: 0; font: 600 1.3rem/1.2 var(--serif); color: var(--ink); margin-bottom: .7rem; }
.choices fieldset { display: grid; gap: .6rem; grid-template-columns: repeat(auto-fill, minmax(min(20rem, 100%), 1fr)); }
.choice { display: flex; gap: .7rem; margin: 0; padding: .8rem 1rem; background: var(--card); border: 1px solid var(--rule); border-radius: 12px; cursor: pointer; font-weight: 400; }
.choice:hover { border-color: var(--accent); }
.choice:has(:checked) { border-color: var(--accent); background: var(--accent-soft); }
.choice:has(:focus-visible) { outline: 3px solid var(--accent); outline-offset: 2px; }
.choice input { width: 1.1rem; height: 1.1rem; margin: .25rem 0 0; flex: none; accent-color: var(--accent); }
.choice input:focus-visible { outline: none; }
.choice .soft { display: block; font-size: .9rem; line-height: 1.45; }
.choices ~ section { margin-top: 3rem; }
pre { margin: 0 0 .8rem; padding: 1.1rem 1.3rem; background: var(--card); border: 1px solid var(--rule); border-radius: 12px; overflow: auto; max-height: 30rem; font: .82rem/1.55 ui-monospace, "SF Mono", "DejaVu Sans Mono", Consolas, monospace; }
pre.whole { white-space: pre-wrap; overflow-wrap: anywhere; }
.error { color: var(--alert); font-weight: 600; }

.lines { list-style: none; margin: 0 0 1.5rem; padding: 0; }
.lines li { display: grid; grid-template-columns: 4.5rem 1fr auto; gap: .3rem 1rem; padding: 1rem 0; border-top: 1px solid var(--rule); align-items: start; }
.lines li:last-child { border-bottom: 1px solid var(--rule); }
.lines .picture { border-radius: 10px; aspect-ratio: 1; }
.lines p { margin: 0; }
.lines .row { grid-column: 1 / -1; margin-top: .4rem; }
@media (min-width: 40rem) { .lines .row { grid-column: 2 / -1; } }
.panel { background: var(--card); border: 1px solid var(--rule); border-radius: 14px; padding: 1.3rem 1.4rem; }
.sums { margin: 0 0 1.2rem; }
.sums div { display: flex; justify-content: space-between; gap: 1rem; padding: .25rem 0; }
.sums dd { margin: 0; font-variant-numeric: tabular-nums; }
.sums .total { border-top: 1px solid var(--rule); margin-top: .5rem; padding-top: .7rem; font-weight: 700; font-size: 1.15rem; }
.order-number { font-variant-numeric: tabular-nums; font-weight: 600; overflow-wrap: anywhere; }

footer { border-top: 1px solid var(--rule); background: var(--card); padding-block: 2.2rem; }
.newsletter { display: grid; gap: 1rem; }
@media (min-width: 40rem) { .newsletter { grid-template-columns: 1.5fr 1fr 1fr auto; align-items: end; } }
.newsletter .field { margin: 0; }
footer .small { margin: 1.6rem 0 0; font-size: .9rem; color: var(--soft); }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`

/** The address changes with the text, so browsers may keep the file for a year. */
export const STYLE_PATH = `/shop.css?${createHash('sha256').update(style).digest('hex').slice(0, 8)}`
