/** The page's whole style. No attribute styles anywhere, so that the policy can name this text by its hash. */
export const style = `
:root {
  color-scheme: light dark;
  --paper: #fcfbf8; --raised: #ffffff; --sunk: #f4f2ec; --ink: #1f2124; --soft: #5c6066; --line: #dedad0;
  --bad: #a8231c; --bad-wash: #fbeae7; --good: #1e6b3c; --good-wash: #e4f2e7; --doubt: #855400; --doubt-wash: #fbf0d9;
  --known: #5b4694; --known-wash: #eeeaf8; --open: #3d5a73; --open-wash: #e5ecf2; --link: #1d5598; --mark: #ffd9a8;
  --serif: ui-serif, "Iowan Old Style", "Palatino Linotype", Palatino, Georgia, serif;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", Menlo, Consolas, "DejaVu Sans Mono", monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #16181b; --raised: #1d2024; --sunk: #111316; --ink: #e8e6e1; --soft: #a3a6ab; --line: #34383e;
    --bad: #ff9a8d; --bad-wash: #3a1d1b; --good: #8fd3a4; --good-wash: #17301f; --doubt: #f0c06a; --doubt-wash: #33280f;
    --known: #c3b3f2; --known-wash: #29233d; --open: #a5c3dc; --open-wash: #1d2933; --link: #8fbdf5; --mark: #6b4410;
  }
}
:root { --chart-text: var(--ink); --chart-soft: var(--soft); --chart-line: var(--line); --chart-plain: var(--open); --chart-good: var(--good); --chart-bad: var(--bad); }
* { box-sizing: border-box; }
html { scroll-padding-top: 3.5rem; -webkit-text-size-adjust: 100%; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.55 var(--sans); }
.wrap { max-width: 68rem; margin: 0 auto; padding: 0 1.5rem; }
a { color: var(--link); text-underline-offset: .18em; text-decoration-thickness: .06em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 2px; border-radius: 2px; }
code, pre, .mono { font-family: var(--mono); font-size: .875em; }
code { overflow-wrap: anywhere; }
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.15; letter-spacing: -.01em; text-wrap: balance; }
h2 { font-size: 1.65rem; margin: 3.5rem 0 .35rem; }
h3 { font-size: 1rem; margin: 0; line-height: 1.4; }
p { margin: .35rem 0 .9rem; max-width: 46rem; }
.soft { color: var(--soft); }
.skip { position: absolute; left: -99rem; }
.skip:focus { left: 1rem; top: .5rem; background: var(--raised); padding: .5rem 1rem; z-index: 3; }
.unseen { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.t-failed { --tone: var(--bad); --wash: var(--bad-wash); }
.t-warning { --tone: var(--doubt); --wash: var(--doubt-wash); }
.t-not-exercised { --tone: var(--open); --wash: var(--open-wash); }
.t-passed { --tone: var(--good); --wash: var(--good-wash); }
.t-expected-failure { --tone: var(--known); --wash: var(--known-wash); }
.t-not-applicable, .t-filtered { --tone: var(--soft); --wash: var(--sunk); }
.banner { border-top: .4rem solid var(--tone); background: var(--raised); border-bottom: 1px solid var(--line); padding: 2.6rem 0 2rem; }
.banner .what { font-size: .95rem; color: var(--soft); margin: 0 0 .5rem; }
.banner h1 { font-size: clamp(2.4rem, 7vw, 3.9rem); margin: 0 0 .5rem; color: var(--tone); }
.banner .meaning { font-size: 1.15rem; margin-bottom: 1.3rem; }
.reason { border-left: 3px solid var(--tone); padding-left: .9rem; overflow-wrap: anywhere; }
.share { display: block; width: 100%; height: .6rem; border-radius: .3rem; overflow: hidden; }
.share rect, .pace rect { fill: var(--tone); }
.legend { display: flex; flex-wrap: wrap; gap: .3rem 1.4rem; list-style: none; padding: 0; margin: .7rem 0 1.7rem; }
.legend b { font-variant-numeric: tabular-nums; color: var(--tone); }
.facts { display: grid; grid-template-columns: repeat(auto-fit, minmax(9.5rem, 1fr)); gap: .9rem 1.5rem; margin: 0; }
.facts dt { font-size: .8rem; color: var(--soft); }
.facts dd { margin: 0; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
.first { margin: 0 0 1.6rem; padding: 0; list-style: none; }
.first li { margin: .2rem 0; }
.first .sign { color: var(--tone); font-weight: 700; }
nav { position: sticky; top: 0; z-index: 2; background: var(--paper); border-bottom: 1px solid var(--line); }
nav ul { display: flex; gap: 1.4rem; list-style: none; margin: 0; padding: .3rem 0; overflow-x: auto; scrollbar-width: none; }
nav a { display: inline-block; padding: .45rem 0; white-space: nowrap; color: var(--ink); text-decoration: none; font-size: .92rem; }
nav a:hover { text-decoration: underline; }
nav span { color: var(--soft); font-variant-numeric: tabular-nums; }
.map { list-style: none; padding: 0; margin: 1.3rem 0 1.8rem; display: grid; gap: .45rem; }
.map > li { display: grid; grid-template-columns: 9rem 1fr; align-items: center; }
.map ul { list-style: none; padding: 0; margin: 0; display: flex; flex-wrap: wrap; gap: .3rem; }
.cell { display: grid; place-items: center; width: 1.75rem; height: 1.75rem; border-radius: .3rem; background: var(--wash); color: var(--tone); text-decoration: none; font-weight: 600; font-size: .9rem; }
.cell:hover { outline: 1.5px solid var(--tone); }
.cell.t-failed { background: var(--bad); color: var(--paper); }
form { display: grid; grid-template-columns: 1fr 1fr 2fr auto; gap: .8rem; align-items: end; margin: 0 0 1rem; }
form[hidden] { display: none; }
label { display: block; font-size: .8rem; color: var(--soft); }
label:has([type=checkbox]) { display: flex; gap: .5rem; align-items: center; height: 2.5rem; }
select, input:not([type=checkbox]) { width: 100%; font: inherit; color: inherit; background: var(--raised); border: 1px solid var(--soft); border-radius: .35rem; padding: .4rem .6rem; height: 2.5rem; }
output { min-width: 4.5rem; font-size: .85rem; color: var(--soft); padding-bottom: .5rem; font-variant-numeric: tabular-nums; white-space: nowrap; }
table { border-collapse: collapse; width: 100%; font-size: .95rem; }
.rows { table-layout: fixed; }
.rows th:nth-child(2) { width: 4.8rem; }
.rows th:nth-child(3) { width: 13rem; }
.rows th:nth-child(4) { width: 4.5rem; }
caption { text-align: left; }
th, td { text-align: left; vertical-align: top; padding: .6rem .8rem .6rem 0; border-bottom: 1px solid var(--line); font-weight: 400; overflow-wrap: anywhere; }
th:last-child, td:last-child { padding-right: 0; }
thead th { font-size: .8rem; color: var(--soft); border-bottom-color: var(--soft); overflow-wrap: normal; }
tbody th[scope=rowgroup] { font-family: var(--serif); font-size: 1.15rem; font-weight: 600; padding-top: 1.5rem; }
tbody th[scope=row] .rule { display: block; color: var(--soft); max-width: 40rem; }
tr:target { background: var(--doubt-wash); }
.number { text-align: right; font-variant-numeric: tabular-nums; white-space: nowrap; }
.badge { display: inline-block; padding: .1rem .5rem; border-radius: .3rem; background: var(--wash); color: var(--tone); font-size: .82rem; font-weight: 600; white-space: nowrap; overflow-wrap: normal; }
.why { display: block; font-size: .85rem; color: var(--soft); }
article { background: var(--raised); border: 1px solid var(--line); border-left: .3rem solid var(--tone); border-radius: .3rem; padding: 1.3rem 1.5rem 1.4rem; margin: 1.2rem 0; }
article:target { box-shadow: 0 0 0 3px var(--wash); }
article h3 { display: flex; flex-wrap: wrap; gap: .3rem .7rem; align-items: baseline; }
article h3 code { font-size: 1.05rem; font-weight: 600; }
article .rule { color: var(--soft); font-size: .92rem; margin: .25rem 0 0; }
.lead { font-family: var(--serif); font-size: 1.22rem; line-height: 1.4; margin: .9rem 0 1.1rem; overflow-wrap: anywhere; }
.beside { display: grid; grid-template-columns: 1fr 1fr; gap: 1rem; margin: 0 0 1rem; }
.beside dt, .label { font-size: .8rem; color: var(--soft); margin: 0 0 .2rem; }
.beside dd { margin: 0; font-family: var(--mono); font-size: .875rem; white-space: pre-wrap; overflow-wrap: anywhere; }
mark { background: var(--mark); color: inherit; border-radius: .15rem; padding: 0 .1em; }
pre { margin: 0 0 1rem; padding: .8rem 1rem; background: var(--sunk); border-radius: .3rem; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; line-height: 1.5; }
.command { position: relative; }
.command button { position: absolute; top: .4rem; right: .4rem; font: inherit; font-size: .8rem; padding: .25rem .7rem; border: 1px solid var(--line); border-radius: .3rem; background: var(--raised); color: var(--ink); cursor: pointer; }
.command button:hover { border-color: var(--soft); }
.command:has(button) pre { padding-right: 5.5rem; }
details { margin: 0 0 .6rem; }
summary { cursor: pointer; padding: .3rem 0; overflow-wrap: anywhere; }
summary .status { font-weight: 600; }
details > .half { margin: .5rem 0 0 1.1rem; }
.unlock { margin: 1.4rem 0; max-width: 52rem; }
.unlock h3 { font-size: 1.02rem; font-weight: 400; }
.unlock h3 code { font-weight: 600; }
.ids { list-style: none; padding: 0; margin: .35rem 0 0; display: flex; flex-wrap: wrap; gap: .15rem 1.1rem; font-size: .92rem; }
.chart { margin: 1.6rem 0 2.2rem; }
.chart figcaption { margin-bottom: .7rem; max-width: 52rem; overflow-wrap: anywhere; }
.chart svg { display: block; }
.chart .legend-line { font-size: .85rem; margin: .5rem 0; max-width: 52rem; }
.chart-table { overflow-x: auto; }
.chart-table td, .chart-table th { overflow-wrap: normal; }
.targets td { overflow-wrap: break-word; }
.pace { display: block; width: 100%; min-width: 3rem; height: .5rem; margin-top: .5rem; }
footer { margin: 4rem 0 3rem; padding-top: 1rem; border-top: 1px solid var(--line); font-size: .85rem; color: var(--soft); }
@media (max-width: 40rem) {
  .wrap { padding: 0 1rem; }
  .banner { padding: 1.6rem 0 1.4rem; }
  .map > li { grid-template-columns: 1fr; gap: .2rem; margin-bottom: .35rem; }
  form { grid-template-columns: 1fr 1fr; }
  .beside { grid-template-columns: 1fr; }
  article { padding: 1rem; }
  .wide { display: none; }
  /* A card per requirement: three columns of a phone's width hold no sentence. */
  .rows, .rows tbody { display: block; }
  .rows thead { position: absolute; clip-path: inset(50%); }
  .rows tr:not([hidden]) { display: grid; grid-template-columns: 4rem 1fr; padding: .6rem 0; border-bottom: 1px solid var(--line); }
  .rows th, .rows td { border: 0; padding: .1rem 0; }
  .rows tbody th { grid-column: 1 / -1; }
  .rows tbody th[scope=rowgroup] { padding-top: .7rem; }
  .rows tbody[hidden] { display: none; }
  th, td { padding-right: .55rem; }
  h2 { margin-top: 2.6rem; }
}
details[open] > .half > pre { max-height: 24rem; overflow: auto; }
@media print {
  :root { color-scheme: light; }
  body { font-size: 10pt; background: none; }
  nav, form, .skip, .command button { display: none; }
  article, .unlock, tr { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  details::details-content { content-visibility: visible; block-size: auto; }
  details[open] > .half > pre { max-height: none; }
  pre, .cell, .badge, .share, mark { print-color-adjust: exact; }
}
`;
