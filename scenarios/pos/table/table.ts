import { type CheckOutcome, isTableOver, parseTimestamp } from '#schemas';
import { defineTillScenario } from '../../arrange/till/active-till.ts';
import { freshId } from '../../arrange/identity.ts';
import { failed, notExercised, passed, warned } from '../../outcome.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { type Unanswered, unanswered } from '../../arrange/till/command-answer.ts';
import { isSameJson, excerpt, sameElements } from '../../arrange/json-compare.ts';
import { readField, type ReadTable } from '../../arrange/till/read-results.ts';
import { look, type Looked, lookOnce, snapshotIn } from '../../arrange/till/tables.ts';
import type { PosWorld } from '../../context/pos.ts';

const covers = [
  'table/snapshot-success',
  'table/snapshot-failure',
  'table/right-table',
  'table/closed-at',
  'table/updated-at-moves',
] as const;
type World = PosWorld<(typeof covers)[number]>;

export default defineTillScenario({
  id: 'pos/table',
  title: 'A table that is asked for is resolved, and no other',
  phase: 'read',
  touches: [],
  covers,
  provokes: ['table/right-table'],
  async run(world) {
    await resolveOpen(world);
    await resolveUnknown(world);
    // An empty one is looked at before its bill is asked for, too.
    if (!isLeftOut(world, 'tables that are empty or closing'))
      for (const state of ['empty', 'closing'] as const) await resolveOther(world, state);
    await resolveClosed(world);
  },
});

const resolveOpen = async (world: World): Promise<void> => {
  const { open = [] } = world.fixtures.tables ?? {};
  // Two, since a till may well know only one table.
  const both = open.length > 1 ? [open[0], open.at(-1)] : open;
  // Others look at tables too.
  const asked = both.length > 1 && isLeftOut(world, 'a look at a second table') ? both.slice(-1) : both;
  if (asked.length === 0) {
    const missing = notExercised('no open table is configured', 'pos.fixtures.tables.open');
    world.check('table/snapshot-success', missing);
    world.check('table/right-table', missing);
  }
  let checkpoint: string | undefined;
  let before: Looked | undefined;
  for (const tableId of asked) {
    if (tableId === undefined) continue;
    const looked = await look(world, tableId);
    world.check('table/right-table', openOutcome(tableId, looked));
    if (looked.kind !== 'looked') continue;
    before = looked;
    checkpoint = looked.table.snapshot?.updatedAt ?? checkpoint;
  }
  const last = asked.at(-1);
  if (last === undefined || checkpoint === undefined) return;
  if (isLeftOut(world, 'further looks at a table nobody has touched')) return;
  // With the checkpoint it already has the till may keep the snapshot back, yet it has to say something.
  const hinted = await look(world, last, checkpoint);
  if (hinted.kind !== 'looked' || hinted.table.success === true)
    world.check('table/right-table', openOutcome(last, hinted));
  if (before === undefined) return;
  const after = await look(world, last);
  compareUnchanged(world, before, after);
  const emptied = hinted.kind === 'looked' ? emptiedOutcome(before, hinted, after) : undefined;
  if (emptied) world.check('table/updated-at-moves', emptied);
};

/**
 * updatedAt is the time of the last update, so two looks at a table nobody touches are the same. Warnings: what moves in a
 * snapshot by itself, such as the age of a line, is not ruled out.
 */
const compareUnchanged = (world: World, before: Looked, after: Looked | Unanswered): void => {
  const [old, now] = [before.table.snapshot, after.kind === 'looked' ? after.table.snapshot : undefined];
  if (after.kind !== 'looked' || old?.lines === undefined || now?.lines === undefined) return;
  const sameTime = old.updatedAtMs === now.updatedAtMs;
  const moved = sameTime && old.lines.length > 0 ? movedOpening(before, after) : undefined;
  if (moved) world.check('table/updated-at-moves', moved);
  const sameContent =
    sameElements(old.lines, now.lines) &&
    sameElements(old.payments ?? [], now.payments ?? []) &&
    isSameJson(old.totals, now.totals) &&
    old.status === now.status;
  if (sameTime === sameContent) return;
  world.check(
    'table/updated-at-moves',
    warned(
      {
        ...(sameTime
          ? {
              expected: `the snapshot of ${old.updatedAt ?? ''} as before`,
              actual: `lines ${excerpt(now.lines)}`,
              cause: 'another snapshot at the same time',
            }
          : {
              expected: `updatedAt ${old.updatedAt ?? ''}`,
              actual: `updatedAt ${now.updatedAt ?? ''}`,
              cause: 'updatedAt moves by itself',
            }),
        exchanges: [before.exchange, after.exchange],
      },
      'what moves updatedAt, and what does not, is not stated',
    ),
  );
};

/** Either somebody else sits there now, which is an update, or one session began at two times. */
const movedOpening = (before: Looked, after: Looked): CheckOutcome | undefined => {
  const [first, then] = [before, after].map(({ table }) => openedAtIn(table));
  if (first?.epochMs === undefined || then?.epochMs === undefined || first.epochMs === then.epochMs) return undefined;
  return failed({
    expected: `openedAt ${first.text}, as before, at the same updatedAt`,
    actual: `openedAt ${then.text}`,
    exchanges: [before.exchange, after.exchange],
    cause: 'openedAt moves by itself',
  });
};

const openedAtIn = ({ session }: ReadTable): { readonly text: string; readonly epochMs?: number | undefined } => {
  const openedAt = readField(session, 'openedAt');
  const text = typeof openedAt === 'string' ? openedAt : '';
  return { text, epochMs: parseTimestamp(text)?.epochMs };
};

/**
 * Where nobody sits there may be no lines, and one that is closing has a status of its own; still the snapshot is whole.
 * Every answer is judged for its shape.
 */
const resolveOther = async (world: World, state: 'empty' | 'closing'): Promise<void> => {
  const tableId = world.fixtures.tables?.[state]?.at(-1);
  if (tableId === undefined) return;
  const looked = await lookOnce(world, tableId);
  if (looked.kind !== 'looked' || looked.table.success === true)
    world.check('table/right-table', openOutcome(tableId, looked));
};

const openOutcome = (tableId: string, looked: Look): CheckOutcome => {
  if (looked.kind !== 'looked') return unanswered(looked);
  const { table, exchange } = looked;
  const { success, sessionTableId, snapshot, reasonCode } = table;
  if (success === false)
    return failed({
      expected: `success true, tableId ${JSON.stringify(tableId)}`,
      actual: `success false, reasonCode ${JSON.stringify(reasonCode ?? 'none')}`,
      exchanges: [exchange],
      cause: 'an open table not resolved',
    });
  // Whether it is another a law tells, here and wherever a table is asked about.
  return snapshot?.tableId === undefined && sessionTableId === undefined
    ? notExercised('the result names no table that can be read')
    : passed;
};

const resolveUnknown = async (world: World): Promise<void> => {
  const looked = await lookOnce(world, freshId());
  if (looked.kind !== 'looked') {
    world.check('table/right-table', unanswered(looked));
    world.check('table/snapshot-failure', notExercised('no unresolved table was answered'));
    return;
  }
  if (looked.table.success === false) return world.check('table/right-table', passed);
  if (looked.table.success === undefined) return;
  world.check('table/snapshot-failure', notExercised('every table, even a made-up one, was resolved'));
  const outcome = failed({
    expected: 'success false',
    actual: `success true, tableId ${JSON.stringify(looked.table.snapshot?.tableId ?? 'none')}`,
    exchanges: [looked.exchange],
    cause: 'a made-up table resolved',
  });
  world.check('table/right-table', outcome);
};

const resolveClosed = async (world: World): Promise<void> => {
  const tableId = world.fixtures.tables?.closed?.at(-1);
  if (tableId === undefined) {
    world.check('table/closed-at', notExercised('no closed table is configured', 'pos.fixtures.tables.closed'));
    return;
  }
  const looked = await look(world, tableId);
  if (looked.kind !== 'looked') {
    world.check('table/right-table', unanswered(looked));
    world.check('table/closed-at', notExercised('the closed table was not answered'));
    return;
  }
  const { success, sessionStatus = '', snapshot } = looked.table;
  // A till that shows no session of a closed table shows none without its closedAt.
  if (success === false) world.check('table/closed-at', passed);
  // That session and snapshot differ is told of every answer.
  else if (!isTableOver(sessionStatus) && !isTableOver(snapshot?.status))
    world.check(
      'table/closed-at',
      notExercised(
        `the table that is configured as closed has the status ${JSON.stringify(sessionStatus)}`,
        'pos.fixtures.tables.closed',
      ),
    );
};

type Look = Looked | Unanswered;

/**
 * Base models › tableOrderSnapshot: a snapshot that is returned has the lines of its table. A look with a checkpoint, between two without one
 * that show the same lines at the same updatedAt. A warning: the POS may use the checkpoint to decide whether to return a snapshot, and no
 * more is said of how it returns none. Undefined where nothing is wrong.
 */
const emptiedOutcome = (before: Looked, hinted: Looked, after: Look): CheckOutcome | undefined => {
  const [first, empty, then] = [before, hinted, after].map(snapshotIn);
  const lines = first?.lines ?? [];
  if (lines.length === 0 || empty?.lines?.length !== 0 || !sameElements(lines, then?.lines ?? [])) return undefined;
  const isSame = [empty, then].every((one) => one?.updatedAt === first?.updatedAt && one?.status === first?.status);
  if (!isSame || first?.updatedAt === undefined || after.kind !== 'looked') return undefined;
  return warned(
    {
      expected: `lines ${excerpt(lines)}, as at the same updatedAt`,
      actual: 'lines: []',
      exchanges: [before, after, hinted].map(({ exchange }) => exchange),
      cause: 'no lines for a checkpoint',
    },
    'how a till returns no snapshot is not stated',
  );
};
