import type { Line } from '#scenarios';
import { madeBasket } from '../ports/merchant/made-baskets.ts';
import type { TargetTriggers } from '../targets/triggers.ts';
import { isSuccess } from './answer-checks.ts';
import type { MerchantProbes } from './merchant-probes.ts';
import { fine, hint, type SetUpCheck } from './set-up-check.ts';

export interface BasketTriggerDeps {
  readonly triggers: Pick<TargetTriggers, 'has' | 'fire'> | undefined;
  readonly probes: Pick<MerchantProbes, 'retrieve'>;
}

const name = 'triggers';

/** Makes one basket: a new one is in nobody's way, while the other triggers change what is sold. */
export const madeBasketChecks = async (
  lines: readonly Line[] = [],
  { triggers, probes }: BasketTriggerDeps,
): Promise<readonly SetUpCheck[]> => {
  if (triggers?.has('createBasket') !== true || lines.length === 0) return [];
  const made = await madeBasket(triggers, { lines });
  if (made.kind === 'unavailable')
    return [hint(name, `No basket was made: ${made.reason}. What needs one will not be exercised.`, made.unlock)];
  const probe = await probes.retrieve(made.basketId);
  const answer = probe.kind === 'answered' ? `it was answered ${probe.status}` : probe.why;
  if (isSuccess(probe)) return [fine(name, `createBasket made the basket ${made.basketId}`)];
  const message = `createBasket made the basket ${made.basketId}, which cannot be retrieved: ${answer}. Check where its result points.`;
  return [hint(name, message, 'triggers.createBasket')];
};
