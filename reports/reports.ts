import { toHar } from '#traffic';
import { allure } from './allure/allure.ts';
import { ctrf } from './junit/ctrf.ts';
import { html } from './html/html.ts';
import { json } from './json.ts';
import { junit } from './junit/junit.ts';
import { orders } from './orders.ts';
import { markdown } from './markdown/markdown.ts';
import type { Report } from './report.ts';

/** exchanges.har: every exchange, as HTTP Archive 1.2, one to a line, and a page per scenario. */
export const har: Report = {
  name: 'har',
  paths: ['exchanges.har'],
  purpose: "a browser's network panel, or any HAR viewer",
  written: 'by default',
  write: ({ result, everyExchange }) => [
    { path: 'exchanges.har', content: toHar(result.tool, everyExchange(), result.target.name) },
  ],
};

/** Every report a run can be written as; whatever lists them takes them from here. */
export const reports: readonly Report[] = [json, allure, html, junit, ctrf, har, orders, markdown];

/** What `reports.formats` of a configuration may name. */
export const reportFormats: readonly string[] = reports
  .filter(({ written }) => written !== 'always')
  .map(({ name }) => name);

/** All that reports leave in the output folder, without slashes. */
export const reportPaths: readonly string[] = reports.flatMap(({ paths }) =>
  paths.map((path) => path.replace(/\/$/, '')),
);
