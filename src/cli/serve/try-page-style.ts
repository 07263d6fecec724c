/** The look of the try page: one measure, one accent, light and dark; text in all its colours at 4.5:1 or more. */
export const TRY_PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f6f7f8; --card: #fff; --text: #1b2226; --soft: #55626a; --line: #d6dcdf;
  --accent: #0b5f6b; --on-accent: #fff; --good: #1c6b3a; --warn: #8a4b00; --bad: #a3221a; --tint: #eef4f5;
  --load: #0b7285; --extract: #b35c00; --queue: #6b5bb5; --rest: #7c8a92;
  --mono: ui-monospace, SFMono-Regular, Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #12171a; --card: #1a2125; --text: #e4eaed; --soft: #a3b1b8; --line: #344046;
    --accent: #6fcbd8; --on-accent: #07242a; --good: #7fd6a0; --warn: #f0b46a; --bad: #ff9c92; --tint: #20292e;
    --load: #4fb8c9; --extract: #e59b4b; --queue: #a99bf0; --rest: #8b99a1;
  }
}
* { box-sizing: border-box; }
html { font: 16px/1.55 system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "DejaVu Sans", sans-serif; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--ground); color: var(--text); overflow-wrap: anywhere; }
header.top, main { max-width: 84rem; margin: 0 auto; padding: 0 1.25rem; }
header.top { padding-top: 1.75rem; display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 1rem; }
header.top h1 { margin: 0; font-size: 1.5rem; letter-spacing: -.01em; color: var(--accent); }
header.top p { margin: 0; color: var(--soft); }
main { padding-bottom: 4rem; }
h2 { font-size: 1rem; margin: 0 0 .6rem; }
a { color: var(--accent); }
.skip { position: absolute; left: -100rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--card); padding: .4rem .8rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 4px; }
#answer:focus { outline: none; }

form { margin-top: 1.1rem; background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem; }
label { font-size: .875rem; color: var(--soft); font-weight: 600; }
.row { display: flex; gap: .6rem; margin-top: .3rem; }
input, select, button { font: inherit; color: var(--text); }
input:not([type=checkbox]), select { width: 100%; min-width: 0; padding: .5rem .65rem; background: var(--ground); border: 1px solid var(--rest); border-radius: 7px; }
input::placeholder { color: var(--soft); opacity: 1; }
button { flex: none; white-space: nowrap; padding: .5rem 1.15rem; border-radius: 7px; border: 1px solid var(--accent); background: var(--card); color: var(--accent); font-weight: 600; cursor: pointer; }
button[type=submit] { background: var(--accent); color: var(--on-accent); }
details { margin-top: .8rem; }
summary { cursor: pointer; color: var(--accent); font-weight: 600; font-size: .9rem; width: fit-content; }
.grid { display: grid; grid-template-columns: repeat(auto-fill, minmax(12.5rem, 1fr)); gap: .8rem; margin-top: .8rem; align-items: end; }
.grid label > input:not([type=checkbox]), .grid label > select { display: block; margin-top: .2rem; font-weight: 400; }
.grid .check { display: flex; gap: .45rem; align-items: center; }
#token-row { margin-top: .8rem; }
.note { margin: .35rem 0 0; color: var(--soft); font-size: .85rem; }

#status { min-height: 1.6rem; margin: .8rem 0; color: var(--soft); }
.problem { background: var(--card); border: 1px solid var(--bad); border-left-width: 5px; border-radius: 10px; padding: .9rem 1.1rem; }
.problem h2 { color: var(--bad); }
.problem p { margin: .25rem 0; }
code { font-family: var(--mono); font-size: .875em; }

.head { margin-bottom: 1rem; }
.head h2 { font-size: 1.35rem; line-height: 1.3; margin: 0; }
.head .where { margin: .2rem 0 .7rem; color: var(--soft); font-size: .9rem; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; margin: 0; padding: 0; list-style: none; }
.chips li { font-size: .82rem; padding: .1rem .6rem; border-radius: 99px; border: 1px solid var(--line); background: var(--card); }
.chips .good { color: var(--good); border-color: currentColor; }
.chips .warn { color: var(--warn); border-color: currentColor; }
.chips .bad { color: var(--bad); border-color: currentColor; }

.bar { display: flex; height: .8rem; border-radius: 99px; overflow: hidden; background: var(--line); }
svg.bar { display: block; width: 100%; }
.queue { fill: var(--queue); background: var(--queue); }
.load { fill: var(--load); background: var(--load); }
.extract { fill: var(--extract); background: var(--extract); }
.rest { fill: var(--rest); background: var(--rest); }
.legend { display: flex; flex-wrap: wrap; gap: .2rem 1.1rem; list-style: none; margin: .45rem 0 0; padding: 0; font-size: .85rem; color: var(--soft); }
.legend i { display: inline-block; width: .7rem; height: .7rem; border-radius: 3px; margin-right: .4rem; }

.card { background: var(--card); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.1rem; margin-bottom: 1rem; min-width: 0; }
.panes { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); gap: 1rem; margin: 1rem 0; }
.pane { background: var(--card); border: 1px solid var(--line); border-radius: 10px; min-width: 0; display: flex; flex-direction: column; }
.pane > .title { display: flex; justify-content: space-between; align-items: center; gap: .6rem; min-height: 2.9rem; padding: .4rem 1.1rem; border-bottom: 1px solid var(--line); }
.pane > .title h2 { margin: 0; }
.pane > .title button { padding: .15rem .7rem; font-size: .82rem; }
.pane > .body { padding: 1rem 1.1rem; max-height: 75vh; overflow: auto; }
pre.source { margin: 0; white-space: pre-wrap; font-family: var(--mono); font-size: .82rem; line-height: 1.5; unicode-bidi: plaintext; }
.shown > :first-child { margin-top: 0; }
.shown > :last-child { margin-bottom: 0; }
.shown h1 { font-size: 1.5rem; line-height: 1.25; }
.shown h2 { font-size: 1.25rem; line-height: 1.3; margin: 1.4rem 0 .5rem; }
.shown h3 { font-size: 1.08rem; }
.shown h4, .shown h5, .shown h6 { font-size: 1rem; }
.shown :is(p, li, h1, h2, h3, h4, h5, h6, td, th) { unicode-bidi: plaintext; text-align: start; }
.shown pre { background: var(--tint); padding: .7rem .9rem; border-radius: 7px; overflow-x: auto; }
.shown blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 4px solid var(--line); color: var(--soft); }
.shown ul, .shown ol { padding-left: 1.5rem; }
.shown li > p { margin: 0; }
.shown li > p + p { margin-top: .5rem; }
.shown hr { border: 0; border-top: 1px solid var(--line); margin: 1.5rem 0; }
.scroll { overflow-x: auto; margin: 1rem 0; }
.shown table { border-collapse: collapse; font-size: .92rem; overflow-wrap: normal; }
.shown th, .shown td { border: 1px solid var(--line); padding: .3rem .6rem; vertical-align: top; }
.shown th { background: var(--tint); }
.picture { display: inline-block; max-width: 100%; border: 1px dashed var(--rest); border-radius: 6px; padding: .05rem .5rem; color: var(--soft); font-size: .88rem; }

.facts { columns: 24rem; column-gap: 1rem; }
.facts .card { break-inside: avoid; }
dl { display: grid; grid-template-columns: minmax(6.5rem, max-content) minmax(0, 1fr); gap: .25rem 1rem; margin: 0; font-size: .92rem; }
dt { color: var(--soft); }
dd { margin: 0; }
.list { margin: 0; padding-left: 1.15rem; font-size: .92rem; max-height: 22rem; overflow: auto; }
.list li { margin-bottom: .35rem; }
.list code, dd code { color: var(--soft); }
.tag { font-family: var(--mono); font-size: .78rem; color: var(--bad); }
#programs { margin-top: 1rem; }
#programs pre { margin: 0; white-space: pre-wrap; font-family: var(--mono); font-size: .88rem; }
.none { margin: 0; color: var(--soft); font-size: .92rem; }
.shot { display: block; max-width: 100%; border: 1px solid var(--line); border-radius: 6px; }
.shot-frame { max-height: 32rem; overflow: auto; }

@media (max-width: 56rem) {
  .panes { grid-template-columns: minmax(0, 1fr); }
  .pane > .body { max-height: 60vh; }
}
@media (max-width: 30rem) {
  header.top, main { padding-left: .8rem; padding-right: .8rem; }
  .row { flex-wrap: wrap; }
  .row input { flex: 1 0 100%; }
  .row button { flex: 1; }
  .grid { grid-template-columns: minmax(0, 1fr) minmax(0, 1fr); }
  dl { grid-template-columns: minmax(0, 1fr); gap: 0; }
  dd { margin-bottom: .4rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .legend i, .bar > * { forced-color-adjust: none; } }
`;
