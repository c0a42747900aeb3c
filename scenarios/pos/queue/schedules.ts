import { leavesRepeats } from '../../arrange/till/leaves-repeats.ts';
import type { CheckOutcome } from '#schemas';
import { activationIn, defineTillScenario } from '../../arrange/till/active-till.ts';
import { isLeftOut } from '../../arrange/sampling.ts';
import { holds } from '../../arrange/property.ts';
import { everything, inBrief, type Plan, plans, type Schedule, scheduleOf } from './plans.ts';
import { listingsSync, tableSnapshot } from '../../arrange/till/commands.ts';
import { failed, notExercised, passed } from '../../outcome.ts';
import { ask } from '../../arrange/till/command-answer.ts';
import type { PosWorld } from '../../context/pos.ts';
import { look } from '../../arrange/till/tables.ts';
import { type MeasuredTable, measured, createMeasuring, measuresIn, prepareTable } from './measured-table.ts';
import {
  type Breach,
  breachIn,
  inWords,
  isToldByLaw,
  type Owed,
  owed,
  silenceAfter,
  triedIn,
  watched,
} from './queue-invariants.ts';
import type { Measures } from '../../arrange/till/order-effects.ts';
import { acceptedOf, lifecyclesIn, hasDeletedWell, isDeletedEarly } from '#traffic/laws';
import { losesResults, stunnedBy404 } from './lost-results.ts';
import { isWaiterAtWork } from '../../arrange/till/waiter.ts';
import { carryOut } from './schedule-run.ts';
import { deletesNone, leavesSome, wasTaken } from './settlement.ts';

type World = PosWorld<Owed>;

export default defineTillScenario({
  id: 'pos/queue-schedules',
  title: 'Whatever mix of commands, repeats and faults comes, nothing is lost, applied twice or out of order',
  phase: 'after',
  covers: owed,
  provokes: watched,
  async run(world) {
    const table = await prepareTable(world, 'ordering');
    const lifecycles = lifecyclesIn(world.till.traffic());
    if (!hasDeletedWell(lifecycles)) return undeleting;
    if (lifecycles.some(isDeletedEarly)) return deletingEarly;
    if (leavesRepeats(world.till.traffic(), world.clock.now())) return leavingRepeats;
    if (losesResults(world.till.traffic(), world.clock.now())) return losingResults;
    const stunned = stunnedBy404(world.till.traffic());
    if (stunned && stunned.dueAt <= world.clock.now()) return stunning;
    const left = kindLeft(world, table);
    if (left !== undefined)
      return notExercised(`the till left ${left} in the queue (see queue/handled-message-deleted)`);
    const refused = await refusedKind(world, table);
    if (refused !== undefined)
      return notExercised(
        `the platform accepts no result of ${refused} from this till, so the schedule cannot end; the failed rows say what is wrong with it`,
      );
    const { before } = createMeasuring(world, table);
    const charges = new Map<string, Owed>();
    const tried = new Set<Owed>();
    let followed: string | undefined;
    const property = {
      name: 'mixed-schedules',
      runs: { quick: 6, standard: 6, thorough: 60 },
      narrowingMs: 90_000,
      // A till that rests before it sends something again takes four to five seconds over each.
      unhurriedMs: 5_000,
      // The first one has everything in it that any of them has.
      enough: 1,
      mostUnmet: 2,
      // Narrowing down takes a minute and more.
      found(failure: CheckOutcome) {
        followed = causeOf(failure);
        const charged = charges.get(followed ?? '');
        if (charged !== undefined) world.check(charged, failure);
      },
      async attempt(plan: Plan) {
        const outcome = await attempt(world, table, scheduleOf(plan), { charges, tried, before });
        // What was told is what is narrowed down, and nothing else that goes wrong on the way.
        return followed === undefined || outcome.status !== 'failed' || outcome.cause === followed ? outcome : passed;
      },
    };
    const isThorough = world.effort === 'thorough';
    // A callback that is not answered is tried by itself, while nothing else is.
    const drawn = plans(isThorough ? 16 : 10, { silence: isThorough });
    const first = isLeftOut(world, 'the schedule with everything in it') ? inBrief : everything;
    const outcome = await holds(world, property, drawn, [first]);
    const breached = charges.get(causeOf(outcome) ?? '');
    // A breach is one obligation's; that the others were met to its end cannot be said.
    const said =
      breached === undefined ? owed.filter((id) => outcome.status !== 'passed' || tried.has(id)) : [breached];
    for (const id of said) world.check(id, outcome);
  },
});

const causeOf = (outcome: CheckOutcome): string | undefined =>
  outcome.status === 'failed' ? outcome.cause : undefined;

/** A kind of command of which the till deletes none, or not each. */
const kindLeft = ({ till, clock }: World, table: MeasuredTable): string | undefined =>
  [table.order(), tableSnapshot(table.tableId), listingsSync()]
    .map(({ messageKind }) => messageKind)
    .find(
      (messageKind) => deletesNone(till.traffic(), messageKind, clock.now()) || leavesSome(till.traffic(), messageKind),
    );

/** A kind of command whose sound results the platform does not take. */
const refusedKind = async (world: World, { tableId }: MeasuredTable): Promise<string | undefined> => {
  const known = new Set(
    lifecyclesIn(world.till.traffic()).flatMap((one) => (acceptedOf(one) ? [one.messageKind] : [])),
  );
  for (const command of [tableSnapshot(tableId), ...(world.claims.listings ? [listingsSync()] : [])]) {
    if (known.has(command.messageKind) && isLeftOut(world, 'commands whose results were taken before')) continue;
    const answer = await ask(world, command);
    if (answer.kind === 'answered' && !wasTaken(world, answer.sent)) return command.messageKind;
  }
  return undefined;
};

const undeleting = notExercised('skipped: handled messages are not deleted (see queue/handled-message-deleted)');

const deletingEarly = notExercised(
  'skipped: this till deletes messages before the callback is answered (see queue/delete-after-callback)',
);

const leavingRepeats = notExercised('skipped: repeated messages are not deleted (see queue/duplicate-not-applied)');

const losingResults = notExercised(
  'skipped: this till does not repeat a result that the platform did not accept (see queue/result-not-lost)',
);

const stunning = notExercised(
  'skipped: this till stops after a callback that is answered 404 (see queue/result-not-lost)',
);

interface Notes {
  /** Whose obligation a finding of this cause is. */
  readonly charges: Map<string, Owed>;
  /** What was met. */
  readonly tried: Set<Owed>;
  /** The table just before. */
  before(): Promise<Measures | undefined>;
}

const attempt = async (
  world: World,
  table: MeasuredTable,
  schedule: Schedule,
  { charges, tried, before: look }: Notes,
): Promise<CheckOutcome> => {
  const before = await look();
  if (before === undefined) return unread;
  const found = await breachOf(world, table, schedule, before);
  if (found === 'undecided') return undecided;
  if (found === undefined) {
    for (const id of triedIn(schedule)) tried.add(id);
    return passed;
  }
  const breach = found.isEither ? await either(world, table, schedule, found) : found;
  charges.set(breach.finding.cause, breach.requirement);
  return failed({ ...breach.finding, actual: `${breach.finding.actual ?? ''}. Sent: ${inWords(schedule)}` });
};

const unread = notExercised('the table could not be read', 'pos.fixtures.tables.open');
const undecided = notExercised('the till did not finish the schedule; the failed queue rows say why');

const breachOf = async (
  world: World,
  table: MeasuredTable,
  schedule: Schedule,
  before: Measures,
): Promise<Breach | 'undecided' | undefined> => {
  let found: Breach | 'undecided' | undefined;
  const from = world.till.mark();
  const activation = activationIn(world.till.traffic());
  if (activation === undefined) return 'undecided';
  await carryOut(world, table, schedule, async (rest) => {
    const looked = await look(world, table.tableId);
    const after = measuresIn(looked);
    if (isToldByLaw(activation, rest)) {
      found = 'undecided';
      return false;
    }
    found =
      breachIn(rest, table.control, { before, after: after ?? before }) ??
      (looked.kind === 'silent' ? silenceAfter(rest, looked.finding) : undefined);
    if (found === undefined && (after === undefined || rest.open.length > 0)) found = 'undecided';
    return found === undefined;
  });
  const isCounted = found !== undefined && found !== 'undecided' && found.isCounted === true;
  return isCounted && isWaiterAtWork(world, { ...table, from }) ? 'undecided' : found;
};

/** Without the retries the same is seen once more where repeats are to blame. */
const either = async (world: World, table: MeasuredTable, schedule: Schedule, breach: Breach): Promise<Breach> => {
  const before = await measured(world, table.tableId);
  const repeats = schedule.filter(({ asks }) => asks !== 'order again');
  const other = before && (await breachOf(world, table, repeats, before));
  return other === undefined || other === 'undecided' ? breach : other;
};
