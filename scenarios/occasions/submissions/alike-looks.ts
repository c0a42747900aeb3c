import type { CheckOutcome } from '#schemas';
import { isDeleted, lifecyclesIn } from '#traffic/laws';
import type { CommandWorld } from '../../arrange/till/command-answer.ts';
import { type Looked, lookOnce } from '../../arrange/till/tables.ts';
import { failed } from '../../outcome.ts';

const rounds = 3;
const longAgoMs = 86_400_000;

/**
 * Resources › Queue message envelope: a message is known by its ids. Asked in turn with a checkpoint that was never sent before, and
 * without one, whoever knows a message by what it holds is up to date each first time, and behind or silent each second.
 */
export const alikeLooks = async (world: CommandWorld, tableId: string): Promise<CheckOutcome | undefined> => {
  const exchanges: number[] = [];
  let said = '';
  for (let round = 1; round <= rounds; round++) {
    const unlike = await lookOnce(world, tableId, new Date(world.clock.now() - longAgoMs - round).toISOString());
    if (unlike.kind !== 'looked' || unlike.table.snapshot?.updatedAtMs === undefined) return undefined;
    const passedOver = passedOverIn(world);
    const alike = await lookOnce(world, tableId);
    const isPassedOver = passedOverIn(world) > passedOver;
    if (!(alike.kind === 'looked' ? isBehind(alike, unlike) : isPassedOver)) return undefined;
    exchanges.push(unlike.exchange, ...(alike.kind === 'looked' ? [alike.exchange] : []));
    said = isPassedOver ? 'deleted without a result' : 'answered with an earlier updatedAt';
  }
  return failed({
    expected: 'a request without a checkpoint answered as the one with a new checkpoint just before it',
    actual: `${said}, ${rounds} of ${rounds} times`,
    exchanges,
    cause: 'a request like an earlier one taken for it',
  });
};

const isBehind = ({ table: { snapshot } }: Looked, unlike: Looked): boolean =>
  (snapshot?.updatedAtMs ?? Number.POSITIVE_INFINITY) < (unlike.table.snapshot?.updatedAtMs ?? 0);

const passedOverIn = ({ till }: CommandWorld): number =>
  lifecyclesIn(till.traffic()).filter((one) => isDeleted(one) && one.callbacks.length === 0).length;
