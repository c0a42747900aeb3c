import { expect, test } from 'vitest';
import { certify, commandScenarios, type FakeEvent, type Twist } from '#lab/doubles/till/pos-fake';
import { fixtures } from '#lab/doubles/till/pos-restaurant';

/** What is said of a till whose events of tables become others. */
const saidOf = async (event: NonNullable<Twist['event']>): Promise<readonly string[]> => {
  const verdicts = await certify(
    commandScenarios.filter(({ id }) => id === 'pos/table-changes'),
    {
      event: (pushed, attempt) =>
        pushed.messageKind === 'TableOrderSnapshotChanged' ? event(pushed, attempt) : pushed,
    },
  );
  return (verdicts.get('events/change-is-pushed') ?? []).flatMap((outcome) =>
    outcome.status === 'failed' ? [outcome.cause ?? ''] : [],
  );
};

const updated = (event: FakeEvent, diff: object): FakeEvent => ({
  ...event,
  body: { changeType: 'LINE_UPDATED', diff },
});

const asSomethingElse = 'a change pushed as something else';

test('whoever pushes what happens as something else is told so', async () => {
  expect(await saidOf((event) => updated(event, {}))).toContain(asSomethingElse);
  expect(await saidOf((event) => updated(event, fixtures.tables))).toContain(asSomethingElse);
});

test('what is pushed of another table is not taken for it', async () => {
  const said = await saidOf((event) => updated(event, { tableId: 'e1' }));
  expect(said.length).toBeGreaterThan(0);
  expect(said).not.toContain(asSomethingElse);
});

test('nor is the late event of what happened before', async () => {
  let waiting: FakeEvent | undefined;
  const said = await saidOf((event) => {
    const due = waiting;
    waiting = event;
    return due;
  });
  expect(said.length).toBeGreaterThan(0);
  expect(said).not.toContain(asSomethingElse);
});
