/** The look of a report: dense, one accent, light and dark; every text at 4.5:1 or more. */
export const REPORT_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f8; --card: #fff; --text: #1b2226; --soft: #55626a; --line: #d6dcdf;
  --accent: #0b5f6b; --good: #1c6b3a; --warn: #8a4b00; --bad: #a3221a;
  --bar: #3c7f8b; --bar-good: #3d8b5c; --bar-warn: #c07a1e; --bar-bad: #c2453b;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12171a; --card: #1a2125; --text: #e4eaed; --soft: #a3b1b8; --line: #344046;
    --accent: #6fcbd8; --good: #7fd6a0; --warn: #f0b46a; --bad: #ff9c92;
    --bar: #4f9fad; --bar-good: #57b07c; --bar-warn: #d9963f; --bar-bad: #e0695f;
  }
}
* { box-sizing: border-box; }
html { font: 14px/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; font-variant-numeric: tabular-nums; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; }
header, main, footer { max-width: 76rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1.5rem; }
main { padding-bottom: 3rem; }
footer { color: var(--soft); padding-bottom: 2rem; }
h1 { font-size: 1.45rem; margin: 0; letter-spacing: -.01em; line-height: 1.3; }
h2 { font-size: 1.1rem; margin: 2rem 0 .6rem; }
h3 { font-size: .95rem; margin: 1rem 0 .3rem; }
a { color: var(--accent); text-decoration: none; }
a:hover { text-decoration: underline; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; z-index: 1; }
.verdict { display: inline-block; margin: 0 0 .5rem; padding: .1rem .7rem; border: 1px solid currentColor; border-radius: 99px; font-weight: 600; }
.good { color: var(--good); }
.warn { color: var(--warn); }
.bad { color: var(--bad); }
.note { color: var(--soft); margin: .25rem 0; font-size: .93em; }
.tiles { display: grid; grid-template-columns: repeat(auto-fit, minmax(7rem, 1fr)); gap: 1px; margin: 1.1rem 0 0; background: var(--line); border: 1px solid var(--line); border-radius: 8px; overflow: hidden; }
.tiles div { background: var(--card); padding: .6rem .9rem; }
.tiles dt { color: var(--soft); font-size: .85rem; }
.tiles dd { margin: 0; font-size: 1.6rem; line-height: 1.2; font-weight: 600; }
.charts { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 21rem), 1fr)); gap: 1rem; }
.chart { margin: 0; background: var(--card); border: 1px solid var(--line); border-radius: 8px; padding: .8rem 1rem; }
.chart figcaption { font-weight: 600; margin-bottom: .4rem; }
svg { display: block; width: 100%; height: auto; }
svg text { font-size: 12px; fill: var(--text); }
svg text.label { fill: var(--soft); text-anchor: end; }
svg .plain { fill: var(--bar); }
svg .good { fill: var(--bar-good); }
svg .warn { fill: var(--bar-warn); }
svg .bad { fill: var(--bar-bad); }
svg .axis { stroke: var(--line); }
svg .line { fill: none; stroke: var(--bar); stroke-width: 2; stroke-linejoin: round; }
.kind { background: var(--card); border: 1px solid var(--line); border-left: 4px solid var(--line); border-radius: 6px; margin: .5rem 0; }
.kind.error { border-left-color: var(--bad); }
.kind.warning { border-left-color: var(--warn); }
.kind > summary { padding: .5rem .8rem; cursor: pointer; font-weight: 600; }
.kind > ul { list-style: none; margin: 0; padding: 0 .8rem .6rem; }
.kind > ul > li { padding: .45rem 0; border-top: 1px solid var(--line); }
.kind p { margin: .1rem 0; }
.kind > .note { padding: 0 .8rem .6rem; }
.count { color: var(--soft); font-weight: 400; }
.badge { font-size: .78rem; font-weight: 600; padding: .05rem .45rem; border: 1px solid var(--line); border-radius: 99px; color: var(--soft); }
.badge.error, .badge.new { color: var(--bad); border-color: currentColor; }
.badge.warning { color: var(--warn); border-color: currentColor; }
.details, .referrers { margin: .2rem 0; padding-left: 1.2rem; font-size: .93em; }
.details { font-family: var(--mono); font-size: .85em; }
.details .gone, del { color: var(--bad); }
.details .come, ins { color: var(--good); text-decoration: none; }
.tools { display: none; flex-wrap: wrap; gap: .6rem 1rem; align-items: center; margin-bottom: .6rem; }
.live .tools { display: flex; }
label { color: var(--soft); font-size: .9rem; }
input, select, button { font: inherit; color: var(--text); }
input, select { padding: .3rem .55rem; background: var(--card); border: 1px solid var(--soft); border-radius: 6px; max-width: 100%; }
button { background: none; border: 0; padding: 0; cursor: pointer; color: var(--accent); text-align: inherit; }
#more, #close-detail { border: 1px solid var(--accent); border-radius: 6px; padding: .3rem .9rem; margin-top: .7rem; background: var(--card); }
.scroll { overflow-x: auto; background: var(--card); border: 1px solid var(--line); border-radius: 8px; }
table { border-collapse: collapse; width: 100%; }
caption { text-align: left; color: var(--soft); padding: .5rem .8rem; }
th, td { padding: .4rem .8rem; text-align: right; vertical-align: top; border-top: 1px solid var(--line); }
thead th { color: var(--soft); font-size: .85rem; white-space: nowrap; }
thead button { color: inherit; font-weight: 600; }
th[aria-sort="ascending"] button::after { content: " ↑"; }
th[aria-sort="descending"] button::after { content: " ↓"; }
th:first-child { text-align: left; font-weight: 400; min-width: 15rem; }
.page { font-weight: 600; }
.address { display: block; color: var(--soft); font-size: .88em; margin: 0; }
.graph { background: var(--card); border: 1px solid var(--line); border-radius: 8px; overflow-x: auto; }
.graph svg { min-width: 40rem; }
.graph line { stroke: var(--soft); stroke-opacity: .13; }
.graph line.on { stroke: var(--accent); stroke-opacity: 1; stroke-width: 1.6; }
.graph circle { cursor: pointer; stroke: var(--card); }
.graph circle:focus-visible { outline: none; stroke: var(--text); stroke-width: 3; }
dialog { max-width: min(56rem, calc(100vw - 2rem)); width: 100%; max-height: calc(100vh - 4rem); border: 1px solid var(--line); border-radius: 10px; background: var(--card); color: var(--text); padding: 1.2rem 1.4rem; }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog h2 { margin-top: 0; }
dialog dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; margin: .8rem 0; }
dialog dt { color: var(--soft); }
dialog dd { margin: 0; }
pre { font: .85rem/1.5 var(--mono); white-space: pre-wrap; background: var(--ground); border: 1px solid var(--line); border-radius: 6px; padding: .7rem; margin: 0; }
@media (max-width: 34rem) {
  header, main, footer { padding-left: .8rem; padding-right: .8rem; }
  th, td { padding: .35rem .45rem; }
  th:first-child { min-width: 11rem; }
  .tiles { grid-template-columns: repeat(3, 1fr); }
  .tiles dd { font-size: 1.3rem; }
}
@media print {
  .tools, #more, dialog { display: none !important; }
  .kind, .chart { break-inside: avoid; }
}
@media (prefers-reduced-motion: reduce) { * { scroll-behavior: auto !important; transition: none !important; } }
`;
