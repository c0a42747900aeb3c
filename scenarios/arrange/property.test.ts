import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { CheckOutcome, ReplayPlan } from '#schemas';
import { failed, notExercised, passed, warned } from '../outcome.ts';
import type { Property } from '../context/merchant.ts';
import { holds, type PropertyWorld } from './property.ts';

const runs = { quick: 50, standard: 50, thorough: 50 };
const broken = (actual: string): CheckOutcome => failed({ message: 'Too big.', expected: 'under 100', actual });

const worldWith = (changes: Partial<PropertyWorld> = {}): PropertyWorld => ({
  scenario: 'merchant/under-test',
  seed: 7,
  effort: 'standard',
  clock: { now: () => 0, sleep: () => Promise.resolve() },
  signal: new AbortController().signal,
  progress: () => {},
  attemptsWithinMs: undefined,
  attempted: () => {},
  ...changes,
});

const numbers = fc.integer({ min: 0, max: 10_000 });
const under100: Property<number> = {
  name: 'stays-small',
  runs,
  attempt: (plan) => Promise.resolve(plan < 100 ? passed : broken(String(plan))),
};

const replayIn = (outcome: CheckOutcome): ReplayPlan | undefined =>
  outcome.status === 'failed' ? outcome.replay : undefined;

test('a failing attempt is shrunk to the smallest plan and carries the replay', async () => {
  const outcome = await holds(worldWith(), under100, numbers);
  expect(outcome).toMatchObject({ status: 'failed', message: 'Too big.', actual: '100' });
  expect(replayIn(outcome)).toMatchObject({ scenario: 'merchant/under-test', property: 'stays-small', plan: 100 });
  expect(replayIn(outcome)?.path).toBeTypeOf('string');
});

test('the first failure is told before it is narrowed down, but for one that is tried again alone', async () => {
  const told: string[] = [];
  const tried: number[] = [];
  const property: Property<number> = {
    ...under100,
    found: (failure) => told.push(failure.status === 'failed' ? `${failure.actual} after ${tried.length}` : ''),
    attempt: (plan) => {
      tried.push(plan);
      return under100.attempt(plan);
    },
  };
  await holds(worldWith(), property, numbers, [5_000]);
  expect(told).toEqual(['5000 after 1']);
  expect(tried.length).toBeGreaterThan(2);
  await holds(worldWith({ isBeside: true }), property, numbers, [5_000]);
  expect(told).toHaveLength(1);
});

test.each<[string, (walk: readonly (readonly number[])[]) => boolean, readonly (readonly number[])[]]>([
  ['the first step', (walk) => (walk[0]?.[0] ?? 0) >= 5, [[5]]],
  ['any one step', (walk) => walk.some((step) => step.includes(5)), [[5]]],
  ['a step in second place', (walk) => (walk[1]?.[0] ?? 0) >= 5, [[0], [5]]],
  ['two steps in a row', (walk) => walk.some((step, n) => step[0] === 4 && walk[n + 1]?.[0] === 5), [[4], [5]]],
  ['three steps', (walk) => walk.length >= 3, [[0], [0], [0]]],
])('a walk that fails for %s is shrunk to no more than that', async (_, isBad, smallest) => {
  const tried: (readonly (readonly number[])[])[] = [];
  const walk: Property<readonly (readonly number[])[]> = {
    name: 'walk',
    runs: { quick: 500, standard: 500, thorough: 500 },
    attempt: (plan) => {
      tried.push(plan);
      return Promise.resolve(isBad(plan) ? broken('bad') : passed);
    },
  };
  const steps = fc.array(fc.integer({ min: 0, max: 6 }), { minLength: 1, maxLength: 3 });
  const walks = fc.array(steps, { minLength: 1, maxLength: 4 });
  const outcome = await holds(worldWith(), walk, walks);
  expect(replayIn(outcome)?.plan).toEqual(smallest);
  expect(tried.every((plan) => plan.length > 0 && plan.every((step) => step.length > 0))).toBe(true);
});

test('a smaller plan that cannot be tried is no counterexample', async () => {
  const pair: Property<readonly number[]> = {
    name: 'pair',
    runs,
    attempt: (plan) => Promise.resolve(plan.length < 2 ? notExercised('too short') : broken('bad')),
  };
  const outcome = await holds(worldWith(), pair, fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 3 }));
  expect(replayIn(outcome)?.plan).toEqual([0, 0]);
});

test('the same seed, scenario and property draw the same plans', async () => {
  const drawn = async (scenario: string) => {
    const plans: number[] = [];
    const attempt = (plan: number) => {
      plans.push(plan);
      return Promise.resolve(passed);
    };
    await holds(worldWith({ scenario }), { name: 'p', runs, attempt }, numbers);
    return plans;
  };
  expect(await drawn('a')).toEqual(await drawn('a'));
  expect(await drawn('a')).not.toEqual(await drawn('b'));
});

test('an attempt that could not be exercised does not count, and none at all is not exercised', async () => {
  const odd: Property<number> = {
    name: 'odd',
    runs,
    attempt: (plan) => Promise.resolve(plan % 2 ? passed : notExercised('even')),
  };
  expect(await holds(worldWith(), odd, numbers)).toEqual(passed);
  const none = { ...odd, attempt: () => Promise.resolve(notExercised('no basket', 'triggers.createBasket')) };
  expect(await holds(worldWith(), none, numbers)).toEqual(notExercised('no basket', 'triggers.createBasket'));
});

test('a warning is remembered while the search for a failure goes on', async () => {
  const doubtful = { message: 'Doubtful.', expected: 'a', actual: 'b' };
  const warns: Property<number> = {
    name: 'w',
    runs,
    attempt: (plan) => Promise.resolve(plan % 2 ? warned(doubtful, 'it may be') : passed),
  };
  expect(await holds(worldWith(), warns, numbers)).toEqual(warned(doubtful, 'it may be'));
  const both: Property<number> = {
    ...warns,
    attempt: (plan) => (plan % 2 ? Promise.resolve(warned(doubtful, 'it may be')) : under100.attempt(plan)),
  };
  expect(await holds(worldWith(), both, numbers)).toMatchObject({ status: 'failed', message: 'Too big.' });
});

test('a counterexample that is not seen again says so and keeps the original plan', async () => {
  let failures = 0;
  const once: Property<number> = {
    name: 'once',
    runs,
    attempt: (plan) => Promise.resolve(plan >= 100 && failures++ === 0 ? broken(String(plan)) : passed),
  };
  const outcome = await holds(worldWith(), once, numbers);
  expect(outcome).toMatchObject({ status: 'failed', message: expect.stringContaining('undecidable') });
  expect(replayIn(outcome)?.plan).toBeGreaterThan(100);
});

test('what failed while others were under way is tried first, though one attempt is all there is time for', async () => {
  const plan = 4711;
  const suspects: ReplayPlan[] = [
    { scenario: 'merchant/under-test', property: 'other', plan: 3, seed: 1 },
    { scenario: 'merchant/under-test', property: 'stays-small', plan, seed: 1 },
  ];
  const hurried: Property<number> = {
    ...under100,
    enough: 1,
    attempt: (n) => Promise.resolve(n === plan ? broken('4711') : passed),
  };
  const world = worldWith({ suspects, keepsWaiting: () => true });
  expect(await holds(world, hurried, numbers)).toMatchObject({ status: 'failed', actual: '4711' });
});

test('a replay runs the named property once with its plan and no other property', async () => {
  const replay: ReplayPlan = { scenario: 'merchant/under-test', property: 'stays-small', plan: 4711, seed: 1 };
  const world = worldWith({ replay });
  expect(await holds(world, under100, numbers)).toMatchObject({ status: 'failed', actual: '4711', replay });
  expect(await holds(world, { ...under100, name: 'other' }, numbers)).toMatchObject({ status: 'not-exercised' });
});

test.each([
  { within: undefined, made: 4, said: 'not-exercised' },
  { within: 360_000, made: 24, said: 'not-exercised' },
  { within: 375_000, made: 25, said: 'passed' },
])('time that runs out after $made of 50 attempts leaves $said, and says how many were made', async (given) => {
  let now = 0;
  const made: unknown[] = [];
  const slow: Property<number> = {
    name: 'slow',
    runs,
    attempt: () => {
      now += 15_000;
      return Promise.resolve(passed);
    },
  };
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const attempted: PropertyWorld['attempted'] = (...counts) => void made.push(counts);
  const world = worldWith({ clock, attempted, effort: 'quick', attemptsWithinMs: given.within });
  const outcome = await holds(world, slow, numbers);
  expect(outcome.status).toBe(given.said);
  if (outcome.status === 'not-exercised') expect(outcome.unlock).toBe('attempts.within');
  expect(made).toEqual([['slow', given.made, 50]]);
});

test('in a hurry no more is attempted than it takes to tell', async () => {
  let now = 0;
  const made: unknown[] = [];
  const attempt = () => {
    now += 1_000;
    return Promise.resolve(passed);
  };
  const clock = { now: () => now, sleep: () => Promise.resolve() };
  const attempted: PropertyWorld['attempted'] = (...counts) => void made.push(counts);
  const world = worldWith({ clock, attempted, effort: 'quick', hurryFrom: 30_000 });
  await holds(world, { name: 'long', runs, enough: 3, unhurriedMs: 10_000, attempt }, numbers);
  expect((await holds(world, { name: 'half', runs, attempt }, numbers)).status).toBe('passed');
  expect((await holds(world, { name: 'one', runs, enough: 1, attempt }, numbers)).status).toBe('passed');
  expect(made).toEqual([
    ['long', 10, 50],
    ['half', 25, 50],
    ['one', 1, 50],
  ]);
});

test('of a target that keeps one waiting no more is attempted than it takes to tell, unless time is given', async () => {
  const made: unknown[] = [];
  let under = 0;
  let most = 0;
  const attempt = async () => {
    most = Math.max(most, ++under);
    await Promise.resolve();
    under--;
    return passed;
  };
  const attempted: PropertyWorld['attempted'] = (...counts) => void made.push(counts);
  const slow = { attempted, keepsWaiting: () => true };
  await holds(worldWith(slow), { name: 'half', runs, together: true, attempt }, numbers);
  await holds(worldWith({ ...slow, attemptsWithinMs: 600_000 }), { name: 'all', runs, attempt }, numbers);
  expect(made).toEqual([
    ['half', 25, 50],
    ['all', 50, 50],
  ]);
  expect(most).toBeGreaterThan(1);
});

test('what took longer to fail than there is to narrow it down is tried once', async () => {
  const failingAfter = async (ms: number) => {
    let now = 0;
    let made = 0;
    const attempt = () => {
      now += ms;
      made++;
      return Promise.resolve(broken('bad'));
    };
    const clock = { now: () => now, sleep: () => Promise.resolve() };
    const outcome = await holds(worldWith({ clock }), { name: 'silent', runs, attempt }, numbers);
    return { made, replay: replayIn(outcome)?.property };
  };
  expect(await failingAfter(31_000)).toEqual({ made: 1, replay: 'silent' });
  // Once more that is smaller, and once to be sure of it.
  expect(await failingAfter(30_000)).toEqual({ made: 3, replay: 'silent' });
});

test('where nothing could be told of some attempts no more than these are made', async () => {
  let made = 0;
  const attempt = () => {
    made++;
    return Promise.resolve(notExercised('closed'));
  };
  const outcome = await holds(worldWith(), { name: 'closed', runs, mostUnmet: 2, attempt }, numbers);
  expect(outcome).toMatchObject({ status: 'not-exercised', reason: 'closed' });
  expect(made).toBe(2);
});

test('after what no attempt would change no more are made', async () => {
  let made = 0;
  const hopeless = notExercised('nothing is ever confirmed');
  const attempt = () => Promise.resolve(++made < 3 ? notExercised('not this time') : hopeless);
  expect(await holds(worldWith(), { name: 'hopeless', runs, hopeless, attempt }, numbers)).toEqual(hopeless);
  expect(made).toBe(3);
});

const together = (attempt: (plan: number) => Promise<CheckOutcome>): Property<number> => ({
  name: 'stays-small',
  runs,
  together: true,
  attempt,
});

test('attempts that may be together are the same ones, several at once', async () => {
  const drawn = async (property: Pick<Property<number>, 'together'>) => {
    const plans: number[] = [];
    let [underWay, most] = [0, 0];
    const attempt = async (plan: number): Promise<CheckOutcome> => {
      plans.push(plan);
      most = Math.max(most, ++underWay);
      await Promise.resolve();
      underWay--;
      return plan % 3 === 0 ? notExercised('a third') : passed;
    };
    await holds(worldWith(), { name: 'p', runs, attempt, ...property }, numbers, [3, 4]);
    return { plans, most };
  };
  const alone = await drawn({});
  expect(alone.most).toBe(1);
  expect(await drawn({ together: true })).toEqual({ plans: alone.plans, most: 8 });
});

test('the first of several that fail together is shrunk as if it had been alone', async () => {
  const alone = await holds(worldWith(), under100, numbers);
  expect(await holds(worldWith(), together(under100.attempt), numbers)).toEqual(alone);
});

test('what fails only among others is not held against the property', async () => {
  let underWay = 0;
  const crowded = async (plan: number): Promise<CheckOutcome> => {
    underWay++;
    await Promise.resolve();
    const most = underWay;
    underWay--;
    return most > 1 ? broken(String(plan)) : passed;
  };
  expect(await holds(worldWith(), together(crowded), numbers)).toEqual(passed);
});

test('an interrupted run tries nothing', async () => {
  const world = worldWith({ signal: AbortSignal.abort() });
  expect(await holds(world, under100, numbers)).toMatchObject({ status: 'not-exercised' });
});

test('a throwing attempt is a bug and is not shrunk', async () => {
  let attempts = 0;
  const throwing: Property<number> = {
    name: 'throws',
    runs,
    attempt: () => {
      attempts++;
      return Promise.reject(new Error('ours'));
    },
  };
  await expect(holds(worldWith(), throwing, numbers)).rejects.toThrow('ours');
  expect(attempts).toBe(1);
});

test('who watches is told which attempt is under way, and never of one among several', async () => {
  const told: unknown[] = [];
  const world = worldWith({ attempting: (attempt) => void told.push(attempt?.plan ?? 'over') });
  const once: Property<number> = { ...under100, runs: { quick: 1, standard: 1, thorough: 1 } };
  await holds(world, once, fc.constant(4));
  expect(told).toEqual([4, 'over']);
  await holds(world, { ...once, together: true }, fc.constant(5));
  expect(told).toEqual([4, 'over']);
});
