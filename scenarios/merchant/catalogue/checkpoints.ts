import type { CheckOutcome, Finding } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { type Catalogue, openCatalogue } from './walk/catalogue.ts';
import { isDecodingTrouble, limitMatters } from './blame.ts';
import { onceHeld } from '../../arrange/once-held.ts';
import { seedOf } from '../../arrange/seed.ts';
import {
  isEmpty,
  kindsOf,
  type PositionPlan,
  type Positions,
  plansOver,
  plansWithoutRepeat,
  positionsIn,
  withTokens,
} from './positions.ts';
import { incomplete } from './walk/survey.ts';
import { openWindow, probe, type Window } from './walk/window.ts';
import { defineMerchantScenario } from '../../define.ts';
import { failed, gravest, notExercised, passed, shownBy, toleration, warned } from '../../outcome.ts';
import type { MerchantWorld } from '../../context/merchant.ts';

const covers = [
  'catalogue/strictly-after-checkpoint',
  'catalogue/checkpoint-decoding',
  'catalogue/limit-independent',
] as const;
type World = MerchantWorld<(typeof covers)[number]>;

/** Products from the beginning that positions are taken from. */
const windowSize = 300;

const mostPositions = { quick: 15, standard: 36, thorough: 200 } as const;

export default defineMerchantScenario({
  id: 'merchant/catalogue-checkpoints',
  title: 'The catalogue goes on rightly from any position',
  phase: 'read',
  needs: ['merchant.catalogueUrl'],
  reads: ['catalogue'],
  covers,
  provokes: ['catalogue/limit', 'catalogue/next-checkpoint-encoding'],
  async run(world) {
    const catalogue = await openCatalogue(world);
    const window = await openWindow(catalogue, windowSize);
    const { walk, stretch } = window;
    const stopped = walk.end.kind === 'enough' ? undefined : incomplete({ walk, endless: undefined });
    if (['cut', 'disordered'].includes(walk.end.kind) || stretch.products.length < 2) return stopped ?? fewProducts;
    await judgePositions(world, catalogue, window);
  },
});

const fewProducts = notExercised('the catalogue lists fewer than two products', toleration);

const judgePositions = async (world: World, catalogue: Catalogue, window: Window): Promise<void> => {
  const all = positionsIn(window.stretch.products);
  const plain = withTokens(all, catalogue.tokens.of, true);
  const special = withTokens(all, catalogue.tokens.of, false);
  const seen: Seen = {};
  const search = async (name: string, positions: Positions): Promise<CheckOutcome | undefined> => {
    if (isEmpty(positions)) return undefined;
    const { maximum, tokens } = catalogue;
    const kinds = kindsOf(positions, tokens.of);
    const seed = seedOf(`${world.seed}/${world.scenario}/${name}`);
    const first = plansWithoutRepeat(positions, kinds, { maximum, most: mostPositions[world.effort], seed });
    const property = {
      name,
      runs: { quick: first.length, standard: first.length, thorough: 400 },
      // Each of the kinds that positions are drawn from, twice.
      enough: first.length / 3,
      together: true,
      attempt: onceHeld(attemptIn(catalogue, window, seen), keyOf),
    };
    return await holds(world, property, plansOver(kinds, maximum), first);
  };
  const plainOutcome = await search('plain-positions', plain);
  const specialOutcome = await search('encoded-positions', special);
  const decoding =
    plainOutcome?.status !== 'failed' &&
    specialOutcome?.status === 'failed' &&
    (await isDecodingTrouble(catalogue, window, planOf(specialOutcome).position));

  const tried = [plainOutcome, specialOutcome].filter((one) => one !== undefined);
  const isSound = tried.length > 0 && tried.every(({ status }) => status === 'passed');
  const beyond = isSound ? await farBeyond(catalogue, window) : undefined;

  world.check('catalogue/checkpoint-decoding', decodingOutcome(plainOutcome, specialOutcome, decoding));
  world.check(
    'catalogue/strictly-after-checkpoint',
    gravest(plainOutcome, decoding ? undefined : specialOutcome, beyond) ?? noPositions,
  );
  world.check(
    'catalogue/limit-independent',
    seen.dependent ? failed(seen.dependent) : exercised(plainOutcome, specialOutcome),
  );
};

const keyOf = ({ position, limit }: PositionPlan): string => JSON.stringify([position.epochMs, position.id, limit]);

/** A position that holds with the largest limit and not with another one. */
type Seen = { dependent?: Finding };

const attemptIn =
  (catalogue: Catalogue, window: Window, seen: Seen) =>
  async ({ position, limit }: PositionPlan): Promise<CheckOutcome> => {
    const found = await probe(catalogue, window, position, limit);
    if (found.kind === 'differs' && (await limitMatters(catalogue, position, limit))) {
      seen.dependent ??= { ...shownBy(found.finding), cause: 'page depends on the limit' };
      return passed;
    }
    if (found.kind === 'unmet') return found.outcome;
    return found.kind === 'holds' ? passed : failed(found.finding);
  };

const planOf = (outcome: Extract<CheckOutcome, { status: 'failed' }>): PositionPlan =>
  // The plan is the one our own arbitrary made.
  outcome.replay?.plan as PositionPlan;

const noPositions = notExercised('no product of the catalogue has both an id and an updatedAt with milliseconds');

const exercised = (...outcomes: readonly (CheckOutcome | undefined)[]): CheckOutcome =>
  outcomes.some((outcome) => outcome?.status === 'passed')
    ? passed
    : (gravest(...outcomes.map(asUnmet)) ?? noPositions);

const asUnmet = (outcome: CheckOutcome | undefined): CheckOutcome | undefined =>
  outcome?.status === 'failed' || outcome?.status === 'warned'
    ? notExercised('the answers already depend on the limit')
    : outcome;

const decodingOutcome = (
  plain: CheckOutcome | undefined,
  special: CheckOutcome | undefined,
  decoding: boolean,
): CheckOutcome => {
  if (special === undefined && plain === undefined) return noPositions;
  if (special === undefined)
    return notExercised(
      'no checkpoint of this catalogue contains =, + or /, and no product id has a colon or a character outside ASCII',
    );
  if (decoding || special.status !== 'failed') return special;
  return notExercised(
    plain?.status === 'failed'
      ? 'checkpoints without special characters fail as well'
      : 'one checkpoint with special characters fails and others with the same characters do not, so the characters are not the cause',
  );
};

/** 2100-01-01: after all there is, and after what 32 bits of seconds can say. */
const farAhead = Date.UTC(2100, 0);

/**
 * Catalogue rules › 3: after a checkpoint come the products of a greater updatedAt, and after one that is later than all of them
 * nothing does. Only of a target that understood every other checkpoint that was worked out, so that it keeps none of its
 * own: to one it does not know such a target may answer everything. No catalogue gives out this one, so that refusing it hurts nobody.
 */
const farBeyond = async (catalogue: Catalogue, window: Window): Promise<CheckOutcome | undefined> => {
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
