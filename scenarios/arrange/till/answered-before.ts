import { acceptedOf, handlingsIn } from '#traffic/laws';
import { type ChoosingWorld, isLeftOut } from '../some-of.ts';
import type { PosWorld } from '../../context/pos.ts';
import { harmless } from './active-till.ts';
import { ask, type CommandWorld } from './command-answer.ts';

type World = ChoosingWorld & CommandWorld & Pick<PosWorld, 'claims' | 'fixtures'>;

/** Whether the till answers what is nothing to stumble over; where time is short what it was sent last will do. */
export const stillAnswers = async (world: World): Promise<boolean> =>
  (hasTakenLast(world) && isLeftOut(world, 'a command just to see it answered')) ||
  (await ask(world, harmless(world))).kind === 'answered';

const hasTakenLast = ({ till }: World): boolean => {
  const last = till.sent().at(-1);
  const handling = handlingsIn(till.traffic()).find(({ messageId }) => messageId === last?.messageId);
  return handling !== undefined && acceptedOf(handling) !== undefined;
};
