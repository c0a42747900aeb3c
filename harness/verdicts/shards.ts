import { isDeepStrictEqual } from 'node:util';
import type { RunStarted } from '#schemas';
import { otherShard } from '../plan/select.ts';

/** Shards run side by side; what is this far from the others is left of another run. */
const farthestApartMs = 24 * 60 * 60 * 1000;

/** What all shards of one run share, by its name. */
const shared: Readonly<Record<string, (start: RunStarted) => unknown>> = {
  suite: ({ suite }) => suite,
  target: ({ target }) => target,
  version: ({ tool }) => tool,
  register: ({ register }) => register,
  seed: ({ seed }) => seed,
  effort: ({ effort }) => effort,
  severity: ({ settling }) => settling.severity,
  'known failures': ({ settling }) => settling.expectedFailures,
  configuration: ({ settling, capabilities, settings, configuration }) => [
    settling,
    capabilities,
    settings,
    configuration,
  ],
  'number of shards': ({ shard }) => shard?.of,
  'replayed plan': ({ replay }) => replay,
  'choice of what is tried': ({ plan }) => [
    plan.notApplicable,
    plan.filtered,
    plan.missing,
    plan.omitted.filter(({ reason }) => reason !== otherShard),
    [...plan.scenarios, ...plan.omitted].map(({ id }) => id).toSorted(),
  ],
};

/**
 * Why these are not one run, or its shards; undefined when they are. The one rule for whoever makes a verdict, a report or
 * a certificate of several journals; a shard that is missing is not its concern.
 */
export const notOneRun = (starts: readonly RunStarted[]): string | undefined => {
  const [first, ...others] = starts;
  if (first === undefined || others.length === 0) return undefined;
  if (starts.some(({ shard }) => shard === undefined))
    return 'several runs can only be made one where all of them are its shards';
  const differing = Object.keys(shared).filter((name) =>
    others.some((other) => !isDeepStrictEqual(shared[name]?.(first), shared[name]?.(other))),
  );
  if (differing.length > 0) return `the shards differ in ${differing.join(', ')}`;
  const names = starts.map(({ shard }) => `${shard?.index}/${shard?.of}`);
  const twice = names.filter((name, index) => names.indexOf(name) !== index);
  if (twice.length > 0) return `shard ${[...new Set(twice)].join(', ')} is given more than once`;
  const times = starts.map(({ at }) => Date.parse(at));
  if (Math.max(...times) - Math.min(...times) > farthestApartMs) return 'the shards began more than a day apart';
  const planned = starts.flatMap(({ plan }) => plan.scenarios.map(({ id }) => id));
  return new Set(planned).size < planned.length ? 'two shards ran the same scenario' : undefined;
};

/** The shards that have no journal, as `--shard` names them. */
export const missingShards = (starts: readonly RunStarted[]): readonly string[] => {
  const of = Math.max(0, ...starts.map(({ shard }) => shard?.of ?? 0));
  const there = new Set(starts.map(({ shard }) => shard?.index));
  return Array.from({ length: of }, (_, index) => index + 1)
    .filter((index) => !there.has(index))
    .map((index) => `${index}/${of}`);
};
