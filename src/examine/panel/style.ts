/** The bar's own sheet. It calls nothing: no font, no picture. */
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
* { box-sizing: border-box; margin: 0; padding: 0; }
[hidden] { display: none !important; }
button { min-height: 32px; padding: 4px 12px; font: inherit; color: var(--link); background: var(--card); border: 1px solid var(--rule); border-radius: 8px; cursor: pointer; }
button:hover { border-color: var(--link); }
:focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
[data-tone=good] { --tone: var(--good); }
[data-tone=wait] { --tone: var(--wait); }
[data-tone=bad] { --tone: var(--bad); }
[data-tone=idle] { --tone: var(--idle); }

.bar, .pointing, .layer { font: 15px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, sans-serif; color: var(--ink); }
.bar, .pointing { position: fixed; right: 16px; bottom: 16px; background: var(--card); border: 1px solid var(--rule); border-radius: 14px; box-shadow: 0 4px 20px rgb(0 0 0 / .18); }
.bar { width: max-content; max-width: min(440px, 100vw - 32px); max-height: calc(100vh - 32px); display: flex; flex-direction: column; }
.bar:has(.content:not([hidden])) { width: min(440px, 100vw - 32px); }
.toggle { flex: none; display: flex; align-items: center; gap: 10px; min-height: 44px; padding: 8px 16px; color: var(--ink); background: none; border: 0; border-radius: 14px; text-align: left; }
.toggle > span:last-child { color: var(--tone); }
.dots { display: flex; gap: 5px; }
i { flex: none; width: 11px; height: 11px; border: 2px solid var(--soft); border-radius: 50%; }
i.on, .on > i { background: var(--good); border-color: var(--good); }
.content { overflow: auto; overscroll-behavior: contain; padding: 14px 16px 4px; border-bottom: 1px solid var(--rule); }
.lines { list-style: none; display: grid; gap: 2px; }
.lines li { display: flex; align-items: center; gap: 10px; min-height: 36px; }
.lines span { flex: 1; min-width: 0; overflow-wrap: anywhere; }
.lines em { font-style: normal; color: var(--soft); }
.on button { border-color: transparent; }
.finding, .problem, pre, .result, .actions { margin-top: 10px; }
.finding { padding: 8px 12px; border-left: 4px solid var(--tone); border-radius: 6px; background: var(--well); overflow-wrap: anywhere; text-wrap: pretty; }
.problem { color: var(--bad); }
pre { padding: 8px 12px; overflow: auto; border-radius: 8px; background: var(--well); font: 13px/1.5 ui-monospace, Menlo, Consolas, monospace; white-space: pre-wrap; }
.actions { display: flex; flex-wrap: wrap; gap: 8px; }
.more, .result { padding-bottom: 10px; }
.result:empty, .more:empty { display: none; }

.pointing { inset: auto 16px 16px; display: flex; flex-wrap: wrap; align-items: center; justify-content: center; gap: 12px; width: fit-content; margin: 0 auto; padding: 10px 16px; border: 2px solid var(--mark); }
.layer { position: fixed; inset: 0; overflow: hidden; pointer-events: none; }
.box { position: fixed; outline: 2px solid var(--mark); border-radius: 2px; background: color-mix(in srgb, var(--mark) 10%, transparent); }
.label { position: absolute; left: -2px; bottom: calc(100% + 2px); padding: 0 6px; border-radius: 3px 3px 0 0; background: var(--mark); color: #fff; font-size: 12px; line-height: 18px; white-space: nowrap; }
@media (prefers-color-scheme: dark) { .label { color: #16101d; } }

@media (max-width: 480px) {
  .bar, .bar:has(.content:not([hidden])) { right: 0; bottom: 0; width: 100vw; max-width: 100vw; max-height: 75vh; border-radius: 16px 16px 0 0; border-width: 1px 0 0; padding-bottom: env(safe-area-inset-bottom); }
  button { min-height: 44px; }
}
`
