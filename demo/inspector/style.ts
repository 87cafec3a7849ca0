/** The inspector's stylesheet. Quiet on purpose: what moves and what is wrong has the colour. */
export const style = `
:root {
  color-scheme: light dark;
  --page: #f5f5f3; --card: #ffffff; --ink: #1b1f22; --soft: #5b646b; --rule: #dfe1e0; --link: #175a9c; --well: #f3f4f3;
  --done: #1d6b46; --done-soft: #e2f0e8; --warn: #7a5200; --warn-soft: #fbeecb; --bad: #a52a1c; --bad-soft: #fbe4df; --accent: #2c5fb3; --accent-soft: #e4ecf8;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #131517; --card: #1b1e21; --ink: #e9ecee; --soft: #a2abb2; --rule: #31363b; --link: #8fbdf0; --well: #14171a;
    --done: #7fd3a6; --done-soft: #1b3529; --warn: #eac065; --warn-soft: #3a2f14; --bad: #ff9d8f; --bad-soft: #45201b; --accent: #86b3f5; --accent-soft: #1d2b42;
  }
}
* { box-sizing: border-box; }
[hidden] { display: none !important; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body { margin: 0; background: var(--page); color: var(--ink); font: .9375rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; }
.top, main { width: min(84rem, 100% - 2rem); margin-inline: auto; }
.top { display: flex; flex-wrap: wrap; align-items: baseline; justify-content: space-between; gap: 0 1.5rem; padding: 1.1rem 0 .9rem; }
h1, h2, h3, p, dl, ul, ol, figure { margin: 0; padding: 0; }
h1 { font-size: 1.25rem; letter-spacing: -.01em; }
h1 span { font-weight: 400; color: var(--soft); }
h2 { font-size: 1rem; letter-spacing: -.005em; overflow-wrap: anywhere; }
h3 { font-size: .8125rem; color: var(--soft); font-weight: 600; }
a { color: var(--link); text-underline-offset: .2em; }
.top a { display: inline-block; padding: .45rem 0; margin-left: 1.1rem; }
.top nav { margin-left: -1.1rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 5px; }
.skip { position: absolute; left: 1rem; top: -4rem; padding: .6rem 1rem; background: var(--card); }
.skip:focus { top: 1rem; z-index: 1; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.soft { color: var(--soft); font-weight: 400; }
main { display: grid; grid-template-columns: minmax(0, 1fr); gap: 1rem; padding-bottom: 3rem; }
.card, .events, .detail, .shop, details[data-name="Sessions"], details[data-name="Customers"], details[data-name="Lists"] { background: var(--card); border: 1px solid var(--rule); border-radius: 12px; }
.card { padding: 1rem 1.25rem; }
#lost { background: var(--bad-soft); color: var(--bad); padding: .7rem 1rem; border-radius: 10px; font-weight: 600; }

.reconciliation { display: grid; gap: .6rem 2rem; align-items: center; }
#figures { display: flex; flex-wrap: wrap; gap: .5rem clamp(1.2rem, 3vw, 2.6rem); }
#figures div { display: flex; flex-direction: column-reverse; }
#figures dt { color: var(--soft); font-size: .8125rem; }
#figures dd { margin: 0; font-size: 1.9rem; line-height: 1.15; font-weight: 650; letter-spacing: -.02em; font-variant-numeric: tabular-nums; }
#figures .warn dd { color: var(--warn); } #figures .bad dd { color: var(--bad); }
#statement { color: var(--soft); }
#chart svg { display: block; width: 100%; height: 72px; }
#chart path { fill: none; stroke-width: 1.75; vector-effect: non-scaling-stroke; }
#chart .begun { fill: var(--warn-soft); } #chart .taken { fill: var(--done-soft); }
#chart .line { fill: none; } #chart .line.begun { stroke: var(--warn); } #chart .line.taken { stroke: var(--done); }
#chart figcaption { color: var(--soft); font-size: .8125rem; display: flex; gap: 1rem; flex-wrap: wrap; }
#chart figcaption span::before { content: ""; display: inline-block; width: .8rem; height: .2rem; margin: 0 .4rem .2rem 0; border-radius: 2px; background: var(--warn); }
#chart figcaption .taken::before { background: var(--done); }
@media (min-width: 60rem) { .reconciliation { grid-template-columns: 1fr 22rem; } #chart { grid-column: 2; grid-row: 1 / 3; } }

#picture { margin: .7rem 0 .9rem; min-height: 190px; }
#picture svg { display: block; width: 100%; }
#picture text { text-anchor: middle; fill: var(--ink); font-size: 13px; }
.zone rect { fill: var(--well); stroke: none; } #picture .zone text { fill: var(--soft); font-size: 12px; }
.station circle { fill: var(--card); stroke: var(--soft); stroke-width: 1.5; }
.station path { fill: none; stroke: var(--ink); stroke-width: 1.6; stroke-linecap: round; stroke-linejoin: round; }
#picture .station .name { font-weight: 600; } #picture .station .count { fill: var(--soft); font-variant-numeric: tabular-nums; }
.station.broken circle { fill: var(--bad-soft); stroke: var(--bad); stroke-dasharray: 4 4; } .station.broken path { stroke: var(--bad); }
#picture .station.broken .count { fill: var(--bad); font-weight: 600; }
.station path { transform: scale(var(--size, 1)); }
.wire path { fill: none; stroke: var(--soft); stroke-width: 1.5; } .wire.bad path { stroke: var(--bad); stroke-dasharray: 2 5; } .wire.cut path { stroke: var(--bad); stroke-width: 2; } .wire.cut path:first-child { stroke-dasharray: 2 5; }
.dot { fill: var(--accent); transition: transform .36s ease-in-out, opacity .8s ease-in .1s; }
.dot.gone { opacity: 0; } .dot.gone.api { fill: var(--done); } .dot.gone.dead, .dot.gone.refused { fill: var(--bad); }

#faults { display: grid; gap: .9rem 2.2rem; border-top: 1px solid var(--rule); padding-top: .9rem; }
@media (min-width: 60rem) { #faults { grid-template-columns: 1fr 1fr 2fr; } }
fieldset { border: 0; margin: 0; padding: 0; min-width: 0; }
legend { padding: 0; font-size: .8125rem; font-weight: 600; color: var(--soft); margin-bottom: .35rem; }
.choices { display: flex; flex-wrap: wrap; gap: .35rem; }
.choices input { position: absolute; opacity: 0; }
.choices span { display: block; padding: .4rem .8rem; min-height: 2.25rem; border: 1px solid var(--rule); border-radius: 999px; cursor: pointer; }
.choices span:hover { border-color: var(--soft); }
.choices input:checked + span { background: var(--bad-soft); border-color: var(--bad); color: var(--bad); font-weight: 600; }
.choices input[value=fine]:checked + span { background: var(--done-soft); border-color: var(--done); color: var(--done); }
.choices input:focus-visible + span { outline: 3px solid var(--accent); outline-offset: 2px; }
.choices input[data-pending]:checked + span { opacity: .7; }
.about { margin-top: .4rem; color: var(--soft); font-size: .8125rem; max-width: 52ch; }

.columns { display: grid; gap: 1rem; grid-template-columns: minmax(0, 1fr); align-items: start; }
@media (min-width: 60rem) { .columns { grid-template-columns: 17rem minmax(0, 1fr); } .shop { grid-column: 1 / -1; } }
@media (min-width: 75rem) { .columns { grid-template-columns: 23rem 17rem minmax(0, 1fr); } .shop { grid-column: 1; } }
.heading { display: flex; flex-wrap: wrap; align-items: center; justify-content: space-between; gap: .3rem 1rem; }
.shop, .events { padding: 1rem; } .detail { padding: 1rem 1.25rem; }
.way button { font: inherit; font-weight: 600; color: var(--card); background: var(--accent); border: 0; border-radius: 999px; padding: .45rem 1rem; min-height: 2.25rem; cursor: pointer; }
@media (prefers-color-scheme: dark) { .way button { color: #10151c; } }
iframe { display: block; width: 100%; height: 34rem; margin-top: .8rem; border: 1px solid var(--rule); border-radius: 10px; background: var(--well); }
#empty { margin-top: .6rem; color: var(--soft); }
#journeys { list-style: none; margin: .6rem -.5rem 0; max-height: 34rem; overflow: auto; padding: .25rem; display: grid; gap: .15rem; }
#journeys button { width: 100%; display: grid; grid-template-columns: 1fr auto; gap: 0 .6rem; text-align: left; font: inherit; color: inherit; background: none; border: 0; border-left: 3px solid var(--rule); border-radius: 0 8px 8px 0; padding: .45rem .6rem; cursor: pointer; }
#journeys button:hover { background: var(--well); }
#journeys button[aria-current] { background: var(--accent-soft); }
#journeys strong { font-size: .8125rem; font-weight: 600; overflow-wrap: anywhere; }
#journeys time { color: var(--soft); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.progress { grid-column: 1 / -1; font-size: .8125rem; color: var(--warn); }
[data-place=api] .progress, [data-place=repeat] .progress, .detail[data-place=api] #detail-progress { color: var(--done); }
[data-place=dead] .progress, [data-place=refused] .progress { color: var(--bad); }
#journeys [data-place=api], #journeys [data-place=repeat] { border-left-color: var(--done); }
#journeys :is([data-place=outbox], [data-place=hold], [data-place=proxy], [data-place=asking], [data-place=page]) { border-left-color: var(--warn); }
#journeys :is([data-place=dead], [data-place=refused]) { border-left-color: var(--bad); }
#detail-progress { font-weight: 600; color: var(--warn); }
#detail:focus { outline: none; }

#steps { list-style: none; margin-top: .8rem; counter-reset: step; }
.step { position: relative; padding: 0 0 1.1rem 2rem; counter-increment: step; }
.step::before { content: counter(step); position: absolute; left: 0; top: -.1rem; width: 1.4rem; height: 1.4rem; border-radius: 50%; background: var(--well); color: var(--soft); font-size: .75rem; font-weight: 600; text-align: center; line-height: 1.4rem; z-index: 1; }
.step:not(:last-child)::after { content: ""; position: absolute; left: .66rem; top: 0; bottom: 0; border-left: 1.5px solid var(--rule); }
.step[data-state=done]::before { background: var(--done-soft); color: var(--done); }
.step[data-state=failed]::before { background: var(--bad-soft); color: var(--bad); }
.lines { list-style: none; font-weight: 500; overflow-wrap: anywhere; }
[data-state=waiting] .lines { color: var(--soft); } [data-state=failed] .lines { color: var(--bad); }
.step dl { display: grid; grid-template-columns: auto minmax(0, 1fr); gap: 0 .9rem; margin-top: .2rem; font-size: .875rem; }
.step dt { color: var(--soft); } .step dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.items { list-style: none; font-size: .875rem; font-variant-numeric: tabular-nums; }
summary { cursor: pointer; color: var(--link); width: fit-content; padding: .2rem 0; font-size: .875rem; }
pre { margin: .1rem 0 .3rem; padding: .7rem .8rem; background: var(--well); border-radius: 8px; overflow: auto; max-height: 20rem; font: .78rem/1.5 ui-monospace, "SF Mono", "DejaVu Sans Mono", Consolas, monospace; }

.records h2 { margin: .6rem 0 .6rem; }
#records { display: grid; grid-template-columns: minmax(0, 1fr); gap: .6rem; }
#records summary { width: auto; padding: .7rem 1.1rem; color: var(--ink); font-weight: 600; font-size: .9375rem; }
#records summary span { margin-left: .3rem; }
.scroll { overflow-x: auto; padding: 0 1.1rem 1rem; }
table { border-collapse: collapse; width: 100%; font-size: .875rem; font-variant-numeric: tabular-nums; }
th { text-align: left; color: var(--soft); font-weight: 600; font-size: .8125rem; }
th, td { padding: .35rem 1.2rem .35rem 0; border-bottom: 1px solid var(--rule); vertical-align: top; }
td:first-child { white-space: nowrap; }
@media (max-width: 40rem) { td { white-space: nowrap; } .card, .detail { padding: .9rem; } #picture text { font-size: 12px; } #picture .zone text { font-size: 10px; } #figures { justify-content: space-between; gap: .5rem; } #figures dd { font-size: 1.5rem; } #figures dt { font-size: .72rem; } }
/* Where the system chooses the colours, what they say is said by lines. */
@media (forced-colors: active) {
  .way button { border: 1px solid; }
  #chart figcaption span::before, #chart svg { forced-color-adjust: none; }
  .choices input:checked + span, #journeys button[aria-current] { outline: 2px solid Highlight; outline-offset: -3px; }
}
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
