import { acceptedOf, lifecyclesIn, ofKind } from '#traffic/laws';
import { type ChoosingWorld, isLeftOut } from '../sampling.ts';
import type { PosWorld } from '../../context/pos.ts';
import { harmless } from './active-till.ts';
import { ask, type CommandWorld } from './command-answer.ts';

type World = ChoosingWorld & CommandWorld & Pick<PosWorld, 'claims' | 'fixtures'>;

/**
 * Whether the till answers what is nothing to stumble over, and with its credentials; where time is short what it was sent last will
 * do. Of whose calls none is taken every message comes again and again, and no other one before it.
 */
export const stillAnswers = async (world: World): Promise<boolean> => {
  if (hasTakenLast(world) && isLeftOut(world, 'a command just to see it answered')) return true;
  const answer = await ask(world, harmless(world));
  if (answer.kind !== 'answered') return false;
  const callbacks = ofKind(world.till.traffic(), 'callback');
  return callbacks.find(({ exchange }) => exchange === answer.exchange)?.status !== unauthorized;
};

const unauthorized = 401;

const hasTakenLast = ({ till }: World): boolean => {
  const last = till.sent().at(-1);
  const lifecycle = lifecyclesIn(till.traffic()).find(({ messageId }) => messageId === last?.messageId);
  return lifecycle !== undefined && acceptedOf(lifecycle) !== undefined;
};
