/** The panel's own sheet. It calls nothing: no font, no picture. */
export const style = `
:host {
  all: initial !important; position: fixed !important; inset: auto 0 0 auto !important; z-index: 2147483647 !important;
  display: block !important; color-scheme: light dark !important;
  --card: #ffffff; --ink: #1d2327; --soft: #58626a; --rule: #dde1e5; --well: #f4f5f7; --link: #1a5fa8;
  --good: #1c6b3f; --wait: #7a5b00; --bad: #a3261b; --idle: #58626a; --mark: #8b3dcc;
}
@media (prefers-color-scheme: dark) {
  :host {
    --card: #1d2226; --ink: #e8ecef; --soft: #a3adb5; --rule: #353c42; --well: #14181b; --link: #8bbcf2;
    --good: #79d3a0; --wait: #e5c15b; --bad: #ff9b8e; --idle: #a3adb5; --mark: #c792ff;
  }
}
@media print { :host { display: none !important; } }
* { box-sizing: border-box; }
[hidden] { display: none !important; }
button { cursor: pointer; }
.close, .chip { font: inherit; color: inherit; }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
[data-tone=good] { --tone: var(--good); }
[data-tone=wait] { --tone: var(--wait); }
[data-tone=bad] { --tone: var(--bad); }
[data-tone=idle] { --tone: var(--idle); }

.badge, .panel, .layer { font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); }
.badge, .panel { position: fixed; right: 16px; background: var(--card); border: 1px solid var(--rule); box-shadow: 0 4px 20px rgb(0 0 0 / .18); }
.badge { bottom: 16px; display: flex; align-items: center; gap: 8px; min-height: 40px; padding: 6px 16px 6px 13px; border-radius: 20px; }
.badge:hover { border-color: var(--soft); }
.dot { width: 10px; height: 10px; border-radius: 50%; background: var(--tone); }
[data-tone=bad] .dot { border-radius: 2px; }
[data-tone=idle] .dot { background: none; border: 2px solid var(--tone); }

.panel { bottom: 68px; width: min(440px, 100vw - 32px); max-height: min(720px, 100vh - 92px); display: flex; flex-direction: column; border-radius: 14px; overflow: hidden; animation: rise .16s ease-out; }
@keyframes rise { from { opacity: 0; transform: translateY(8px); } }
@media (prefers-reduced-motion: reduce) { .panel { animation: none; } }
header { display: flex; align-items: center; justify-content: space-between; gap: 8px; padding: 8px 8px 8px 18px; border-bottom: 1px solid var(--rule); }
h1, h2, h3, p, ul, ol, dl, dd { margin: 0; padding: 0; }
h1 { font-size: 15px; font-weight: 650; }
h2 { font-size: 12px; font-weight: 650; color: var(--soft); letter-spacing: .02em; margin-bottom: 8px; }
h3 { font-size: 13px; font-weight: 650; margin-top: 10px; }
.close { width: 40px; height: 40px; border: 0; border-radius: 10px; background: none; color: var(--soft); }
.close:hover { background: var(--well); }
.scroll { overflow: auto; overscroll-behavior: contain; }
.scroll:focus-visible { outline-offset: -3px; }
.headline { padding: 14px 18px 16px; border-left: 5px solid var(--tone); }
.sentence { text-wrap: pretty; }
.sentence strong { font-size: 15px; line-height: 1.45; font-weight: 600; }
.todo { margin-top: 6px; color: var(--soft); }
.todo:empty { display: none; }
.actions { padding: 0 18px 14px; border-left: 5px solid var(--tone); }
.actions .chips { margin-top: 0; }
.chip:disabled { color: var(--soft); cursor: progress; }
.result { margin-top: 10px; padding: 8px 12px; border-radius: 8px; background: var(--well); overflow-wrap: anywhere; }
.result:empty { display: none; }
section section { padding: 14px 18px 16px; border-top: 1px solid var(--rule); overflow-wrap: anywhere; }
.soft, .default { color: var(--soft); }
ul { padding-left: 18px; }
li + li { margin-top: 4px; }
.plain { list-style: none; padding: 0; }
.asked { display: flex; gap: 10px; }
.asked p { color: var(--soft); }
.asked.nothing strong, .asked.not-asked strong { font-weight: 500; }
.mark { flex: none; width: 14px; text-align: center; color: var(--soft); }
.won .mark { color: var(--good); font-weight: 700; }
.used { margin-left: 8px; padding: 1px 7px; border-radius: 8px; background: var(--well); color: var(--good); font-size: 12px; }
.plain + p { margin-top: 8px; }
.chips { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; margin-top: 10px; }
.chip { min-height: 28px; padding: 2px 10px; border: 1px solid var(--rule); border-radius: 14px; background: var(--well); font-size: 13px; }
.chip:hover { border-color: var(--mark); }
dl { display: grid; grid-template-columns: minmax(96px, auto) minmax(0, 1fr); gap: 2px 14px; font-variant-numeric: tabular-nums; }
dt { color: var(--soft); }
p + dl { margin-top: 6px; }
.items { padding-left: 20px; }
.items li { margin-top: 8px; padding-top: 8px; border-top: 1px dashed var(--rule); }
.items li::marker { color: var(--soft); }
summary { margin-top: 8px; width: fit-content; padding: 4px 0; color: var(--link); cursor: pointer; }
.pointed { display: flex; flex-wrap: wrap; align-items: center; gap: 6px; }
.pointed span { flex: 1 1 150px; }
.problem { margin-top: 8px; color: var(--bad); }
.pointed ~ div, .plain + div { margin-top: 8px; }
pre { margin: 0; padding: 10px 12px; max-height: 280px; overflow: auto; border-radius: 8px; background: var(--well); font: 12px/1.5 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; }
table { width: 100%; border-collapse: collapse; font-size: 13px; }
th, td { padding: 3px 8px 3px 0; text-align: left; vertical-align: top; font-weight: inherit; }
thead th { color: var(--soft); font-size: 12px; }
tbody tr { border-top: 1px solid var(--rule); }
tbody th { white-space: nowrap; }

.bar:not([hidden]) ~ .badge { display: none; }
.bar { position: fixed; inset: auto 16px 16px; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 12px; width: fit-content; margin: 0 auto; padding: 10px 16px; border: 2px solid var(--mark); border-radius: 14px; background: var(--card); color: var(--ink); font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; box-shadow: 0 4px 20px rgb(0 0 0 / .18); }

.layer { position: fixed; inset: 0; overflow: hidden; pointer-events: none; }
.box { position: fixed; outline: 2px solid var(--mark); border-radius: 2px; background: color-mix(in srgb, var(--mark) 10%, transparent); }
.box.item { outline-style: dashed; outline-offset: 3px; background: none; }
.label { position: absolute; left: -2px; bottom: calc(100% + 2px); padding: 0 6px; border-radius: 3px 3px 0 0; background: var(--mark); color: #fff; font-size: 11px; line-height: 16px; white-space: nowrap; }
.item > .label { left: auto; right: -5px; bottom: calc(100% + 5px); }
@media (prefers-color-scheme: dark) { .label { color: #16101d; } }

@media (max-width: 480px) {
  .panel { right: 0; left: 0; bottom: 0; width: auto; max-height: 80vh; border-radius: 16px 16px 0 0; border-width: 1px 0 0; padding-bottom: env(safe-area-inset-bottom); }
  .panel:not([hidden]) + .badge { display: none; }
  .close, .chip { min-height: 44px; }
  .close { width: 44px; }
}
`
