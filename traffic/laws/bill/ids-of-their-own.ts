import type { Finding, Judgement } from '#schemas';
import type { TrafficOf } from '../../till-traffic.ts';
import { broken, definePosLaw } from '../define.ts';
import { type Handling, isAccepted } from '../../ledgers/till/messages.ts';
import { createMemory } from '../../retention/memory.ts';
import { sinceActivation } from '../since-activation.ts';
import { isClosedByHand } from '../../ledgers/till/changed-by-hand.ts';
import { createNamedTables } from '../../ledgers/till/named-tables.ts';
import { createShownLines } from '../../ledgers/till/shown-lines.ts';
import { preparedIn } from '../../ledgers/till/prepared-bill.ts';

const id = 'bill/result-body';

/** A bill that waits for its payment. */
interface Open {
  readonly tableId: string;
  readonly n: number;
  readonly exchange: number;
}

/**
 * Resources › Bill and payment: BillPaymentCompleted names a bill by its posBillId alone, so that no two that are to be paid share
 * one. Once it was paid, its payment failed or its table was closed, its id is free. Two stations may be one table, which is held
 * apart by its name, and two tables that were put together have one bill.
 */
export const idsOfTheirOwn = definePosLaw({
  id: 'bill/ids-of-their-own',
  covers: [id],
  start: sinceActivation([], ({ handlings, budget }) => {
    const open = createMemory<Open>(budget);
    const [named, lines] = [createNamedTables(budget), createShownLines(budget)];
    let closedAt = -1;
    const isOneTable = (one: string, other: string): boolean => {
      const [here, there] = [lines.of(one), lines.of(other)];
      return here.length > 0 && here.join('\n') === there.join('\n');
    };
    const prepared = (handling: Handling, seen: TrafficOf<'callback'>): readonly Judgement[] => {
      const [tableId, posBillId] = [handling.deliveries[0]?.tableId, billOf(seen)];
      // A result that is sent again is of the bill it was of.
      const isFirst = handling.callbacks.find((callback) => billOf(callback) === posBillId) === seen;
      if (tableId === undefined || posBillId === undefined || !isFirst) return [];
      const other = open.get(posBillId);
      const { n, exchange } = seen;
      open.set(posBillId, { tableId, n, exchange });
      if (other === undefined || other.tableId === tableId || other.n < closedAt) return [];
      if (!named.has(tableId) || !named.has(other.tableId) || isOneTable(tableId, other.tableId)) return [];
      return [broken(id, shared(posBillId, other, { tableId, n, exchange }))];
    };
    return {
      see(seen) {
        if (isClosedByHand(seen)) closedAt = seen.n;
        return handlings.add(seen).flatMap((handling) => {
          const { messageKind, deliveries } = handling;
          named.see(handling, seen);
          lines.see(handling, seen);
          const { posBillId } = deliveries.at(-1) ?? {};
          if (posBillId !== undefined) open.delete(posBillId);
          return messageKind === 'BillPreparationRequested' && seen.kind === 'callback' ? prepared(handling, seen) : [];
        });
      },
      end: () => [],
    };
  }),
});

/** The platform pays what it was able to read. */
const billOf = (seen: TrafficOf<'callback'>): string | undefined =>
  seen.unkept === true || !isAccepted(seen) ? undefined : preparedIn(seen.body);

const shared = (posBillId: string, one: Open, other: Open): Finding => ({
  message:
    'Two tables have bills of the same posBillId that are both to be paid, so a payment cannot tell which of them it is for; give every bill an id of its own.',
  expected: `another posBillId for ${JSON.stringify(other.tableId)} than for ${JSON.stringify(one.tableId)}`,
  actual: `posBillId ${JSON.stringify(posBillId)} for both`,
  pointer: '/bill/posBillId',
  exchanges: [one.exchange, other.exchange],
  cause: 'one posBillId for two bills',
});
