import type { PosFixtures } from '#schemas';
import { eventually } from '../eventually.ts';
import { atTable, item, orderSubmission, tableSnapshot } from './commands.ts';
import { Unmet, unmet } from '../../outcome.ts';
import {
  ask,
  type CommandWorld,
  type Answered,
  type Unanswered,
  unreached,
  askPastFailures,
} from './command-answer.ts';
import { type OpenTable, type ReadSnapshot, type ReadTable, readTable } from './read-results.ts';
import type { Submitted } from './submitted.ts';
import type { PosWorld } from '../../context/pos.ts';

export type TableWorld = CommandWorld & Pick<PosWorld, 'claims' | 'fixtures' | 'tables'>;

export interface Looked {
  readonly kind: 'looked';
  readonly table: ReadTable;
  readonly exchange: number;
}

/** Asks for the state of a table, and once more where the till calls its failure worth a retry. */
export const look = async (world: CommandWorld, tableId: string, checkpoint?: string): Promise<Looked | Unanswered> => {
  const looked = await askPastFailures(world, () => lookOnce(world, tableId, checkpoint), isRetryable);
  if (looked.kind !== 'looked') return looked;
  const { snapshot } = looked.table;
  // What the snapshot of another table shows says nothing of what is done to this one.
  const isOther = snapshot?.tableId !== undefined && snapshot.tableId !== tableId;
  return isOther ? { ...looked, table: { ...looked.table, snapshot: undefined } } : looked;
};

/** Asks for it where a failure is as good an answer as any. */
export const lookOnce = async (
  world: CommandWorld,
  tableId: string,
  checkpoint?: string,
): Promise<Looked | Unanswered> => {
  const answer: Answered | Unanswered = await ask(world, tableSnapshot(tableId, checkpoint));
  if (answer.kind !== 'answered') return answer;
  return { kind: 'looked', table: readTable(answer.body), exchange: answer.exchange };
};

const isRetryable = (looked: Looked | Unanswered): boolean =>
  looked.kind === 'looked' && looked.table.success === false && looked.table.retryable === true;

/** Undefined where there is none in the answer, or no answer. */
export const snapshotIn = (looked: Looked | Unanswered): ReadSnapshot | undefined =>
  looked.kind === 'looked' ? looked.table.snapshot : undefined;

/** Each prefers another, so that where there are many one finds little of what others have ordered. */
const purposes = ['ordering', 'duplicates', 'rejections', 'bill', 'tips', 'changes'] as const;
export type TablePurpose = (typeof purposes)[number];

const mostTried = 12;
/** With so many closed ones side by side, guests are seated anew. */
const triedBeforeAnOrder = 4;

/** Payments and waiters close a table or two: with fewer than these the last open one would be fought for. */
export const enoughTables = 4;

/** Whether there are so many tables that several scenarios may be at work, each at its own. */
export const hasTablesToShare = ({ tables: { open = [] } = {} }: PosFixtures): boolean =>
  new Set(open).size >= enoughTables;

/** From the end: whoever needs a second table takes it from the front. */
const inOrderFor = (purpose: TablePurpose | number, open: readonly string[]): readonly string[] => {
  const preferred =
    typeof purpose === 'number' ? purpose % open.length : open.length - 1 - (purposes.indexOf(purpose) % open.length);
  return [...open.slice(preferred), ...open.slice(0, preferred)];
};

/**
 * An open table that nobody else is at, with a number the one at that place. One that a payment or a waiter has closed in the meantime is
 * passed over.
 */
export const openTable = async (world: TableWorld, purpose: TablePurpose | number): Promise<OpenTable> => {
  const unlock = 'pos.fixtures.tables.open';
  const { open = [] } = world.fixtures.tables ?? {};
  if (open.length === 0) throw unmet('no open table is configured', unlock);
  let untried = inOrderFor(purpose, [...new Set(open)]);
  for (let tried = 0; tried < mostTried && untried.length > 0; tried++) {
    const tableId = await world.tables.take(untried);
    const isLast = (tried + 1) % triedBeforeAnOrder === 0 || untried.length === 1;
    const seated = await (isLast ? openedByOrder(world, tableId) : openTableAt(world, tableId));
    if (seated.kind === 'seated') return seated;
    world.tables.leave(tableId);
    if (seated.kind !== 'not-open') throw new Unmet(unreached(seated, snapshotRequest));
    untried = untried.filter((other) => other !== tableId);
  }
  throw unmet('no table that was tried is open', unlock);
};

/** Transitions of Table status are not shown: at a table that was paid and closed, an order may begin the next session. */
const openedByOrder = async (world: TableWorld, tableId: string): ReturnType<typeof openTableAt> => {
  const seated = await openTableAt(world, tableId);
  const [listingId] = world.fixtures.listings?.inStock ?? [];
  if (seated.kind !== 'not-open' || listingId === undefined || !world.claims.postpaid) return seated;
  await ask(world, orderSubmission(atTable(tableId), [item(listingId)]));
  return await openTableAt(world, tableId);
};

const snapshotRequest = 'the request for a table snapshot';

/** The same for this very table. */
export const seatAt = async (world: CommandWorld, tableId: string, what = snapshotRequest): Promise<OpenTable> => {
  const seat = await openTableAt(world, tableId);
  if (seat.kind === 'seated') return seat;
  throw seat.kind === 'not-open' ? unmet('the table is no longer open') : new Unmet(unreached(seat, what));
};

/** This very table, if it is open. */
export const openTableAt = async (
  world: CommandWorld,
  tableId: string,
): Promise<OpenTable | Unanswered | { readonly kind: 'not-open'; readonly looked: Looked }> => {
  const looked = await look(world, tableId);
  if (looked.kind !== 'looked') return looked;
  const { snapshot, session, success } = looked.table;
  if (success === false || snapshot === undefined || (snapshot.status ?? 'OPEN') !== 'OPEN')
    return { kind: 'not-open', looked };
  return { kind: 'seated', tableId, snapshot, session, exchange: looked.exchange };
};

/** Waits until a change is later than the snapshot by the clock of this till, which may write whole seconds. */
export const letTimePass = async (
  { clock, signal }: Pick<PosWorld, 'clock' | 'signal'>,
  { wholeSeconds }: ReadSnapshot,
): Promise<void> => {
  await clock.sleep(wholeSeconds ? 1100 : 20, signal);
};

/** Looks at the table again until `matches`; the last look when it never does. */
export const lookUntil = (
  world: CommandWorld & Pick<PosWorld, 'signal'>,
  tableId: string,
  matches: (table: ReadTable) => boolean,
): Promise<Looked | Unanswered> =>
  eventually(
    world,
    () => look(world, tableId),
    (looked) => looked.kind !== 'looked' || matches(looked.table),
    { pauseMs: 500 },
  );

/** Whether an order that was taken at a closed table began the next session of it: then the till shows one that is open. */
export const beganSession = async (
  world: Parameters<typeof lookUntil>[0],
  tableId: string,
  submitted: Submitted | Unanswered,
): Promise<boolean> => {
  if (submitted.kind !== 'submitted' || submitted.result.success !== true) return false;
  const open = ({ success, snapshot }: ReadTable) => success === true && snapshot?.status === 'OPEN';
  const after = await lookUntil(world, tableId, open);
  return after.kind === 'looked' && open(after.table);
};
