import type { CheckOutcome, Finding } from '#schemas';
import { failed, passed, shownBy, warned } from '../../../outcome.ts';
import type { Catalogue } from './catalogue.ts';
import { probe, type Window } from './window.ts';

/** 2100-01-01: after all there is, and after what 32 bits of seconds can say. */
const farAhead = Date.UTC(2100, 0);

/**
 * Catalogue rules › 3: after a checkpoint come the products of a greater updatedAt, and after one that is later than all of them
 * nothing does. Only of a target that understood every other checkpoint that was worked out, so that it keeps none of its
 * own: to one it does not know such a target may answer everything. No catalogue gives out this one, so that refusing it hurts nobody.
 */
export const farBeyond = async (catalogue: Catalogue, window: Window): Promise<CheckOutcome | undefined> => {
  const { products, complete } = window.stretch;
  const last = products.at(-1);
  // Of a catalogue that does not come to an end nobody can tell what is beyond it.
  if (last === undefined || !complete || last.epochMs >= farAhead || window.hasLearnt) return undefined;
  const found = await probe(catalogue, window, { epochMs: farAhead, id: last.id }, catalogue.maximum);
  if (found.kind === 'unmet') return undefined;
  if (found.kind === 'holds') return passed;
  return found.mismatch === undefined
    ? warned(refused(found.finding), 'no catalogue hands out such a checkpoint')
    : failed(found.finding);
};

const refused = (finding: Finding): Finding => ({
  ...shownBy(finding),
  expected: 'an empty page',
  cause: 'checkpoint far ahead refused',
});
