import { toHar } from '#traffic';
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
