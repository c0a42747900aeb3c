import fc from 'fast-check';
import type { CheckOutcome } from '#schemas';
import { holds } from '../../arrange/property.ts';
import { openCatalogue } from './walk/catalogue.ts';
import { type LimitVerdict, walkWithLimit } from './limit-walk.ts';
import { openWindow } from './walk/window.ts';
import { defineMerchantScenario } from '../../define.ts';
import { notExercised } from '../../outcome.ts';

/** Products from the beginning that walks are compared over. */
const windowSize = 300;

export default defineMerchantScenario({
  id: 'merchant/catalogue-limits',
  title: 'The catalogue is the same whatever the page size',
  phase: 'read',
  needs: ['merchant.catalogueUrl'],
  covers: [
    'catalogue/limit-independent',
    'catalogue/strictly-after-checkpoint',
    'catalogue/checkpoint-decoding',
    'catalogue/next-checkpoint-encoding',
    'catalogue/limit',
  ],
  async run(world) {
    const catalogue = await openCatalogue(world);
    const window = await openWindow(catalogue, windowSize);
    const { end } = window.walk;
    if (end.kind !== 'ended' && end.kind !== 'enough') {
      const outcome =
        end.kind === 'cut' ? end.outcome : notExercised('the catalogue cannot be walked with the largest limit either');
      world.check('catalogue/limit-independent', outcome);
      return;
    }
    let last: LimitVerdict | undefined;
    const attempt = async (limit: number): Promise<CheckOutcome> => {
      const verdict = await walkWithLimit(catalogue, window, limit);
      world.check('catalogue/limit', verdict.limit);
      last = verdict;
      return verdict.outcome;
    };
    const search = async (name: string, runs: readonly [number, number, number], limits: fc.Arbitrary<number>) => {
      const [quick, standard, thorough] = runs;
      const outcome = await holds(world, { name, runs: { quick, standard, thorough }, attempt }, limits);
      // What fails here may be about the position or the end rather than the limit; the attempt says which.
      const requirement =
        outcome.status === 'failed' && last !== undefined ? last.requirement : 'catalogue/limit-independent';
      const tooFew = outcome.status === 'passed' && window.stretch.products.length < 2;
      world.check(requirement, tooFew ? notExercised('the catalogue shows fewer than two products') : outcome);
      return outcome.status === 'failed';
    };
    const differs = await search('one-by-one', [1, 1, 1], fc.constant(1));
    if (!differs && catalogue.maximum > 2)
      await search('any-limit', [3, 8, 30], fc.integer({ min: 2, max: catalogue.maximum - 1 }));
    // With small pages many checkpoints are seen.
    world.check(
      'catalogue/next-checkpoint-encoding',
      catalogue.tokens.judged() ?? notExercised('no page had a nextCheckpoint'),
    );
  },
});
