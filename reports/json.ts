import type { Report } from './report.ts';

/** The members of results.json in the order a reader wants them. A test keeps this equal to the schema's. */
export const memberOrder: readonly string[] = [
  'schemaVersion tool name version register digest scored suite target startedAt finishedAt seed verdict exitCode counts',
  'requirements scenarios assumptions placed shopOrderId oaOrderId usedUp diagnosis findings requirement like fault says missing others unexpected id level status checks durationMs value from observed unlock',
  'attempts made planned levels untried violations till scenario message expected actual pointer exchanges count cause known replay reason tills folder shard index of exit property came',
].flatMap((line) => line.split(' '));
const rank = new Map(memberOrder.map((name, index) => [name, index]));

const byOrder = (a: string, b: string): number =>
  (rank.get(a) ?? memberOrder.length) - (rank.get(b) ?? memberOrder.length) || (a < b ? -1 : 1);

/** Half a surrogate pair, which a target may send, is JSON that strict readers (Rust, databases, code hosts) refuse as a whole. */
const ordered = (_key: string, value: unknown): unknown =>
  typeof value !== 'object' || value === null || Array.isArray(value)
    ? typeof value === 'string'
      ? value.toWellFormed()
      : value
    : Object.fromEntries(Object.entries(value).sort(([a], [b]) => byOrder(a, b)));

/** results.json: the same result always gives the same bytes. */
export const json: Report = {
  name: 'json',
  paths: ['results.json'],
  purpose: 'programs',
  written: 'always',
  write: ({ result }) => [{ path: 'results.json', content: `${JSON.stringify(result, ordered, 2)}\n` }],
};
