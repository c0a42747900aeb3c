import fc from 'fast-check';

/** What becomes of a callback: an error, no connection, no answer, or an answer that ends the matter. */
export const fates = [
  'answered 503',
  'answered 500',
  'cut off',
  'not answered',
  'answered 404',
  'answered 400',
] as const;
export type Fate = (typeof fates)[number];

/** What the queue does to the calls that come next. */
export type Trouble =
  | 'none'
  | 'polls fail'
  | 'polls are throttled'
  | 'polls are cut off'
  | 'the answer of a poll is lost'
  | 'deletions fail'
  | 'the answer of a deletion is lost';

/** One step of a schedule, and what happens around it. It names nothing of the target, so that it replays on another day. */
export interface Step {
  /**
   * `order again`: a retry of the business operation of an earlier order, under another messageId. `same message`: an
   * earlier order's message, delivered once more after it was deleted.
   */
  readonly asks: 'table' | 'menu' | 'order' | 'order again' | 'same message';
  /** Which of the orders so far comes again, modulo their number. */
  readonly which: number;
  readonly group: number;
  /** Of the first callbacks about it, in turn; the later ones are judged as always. */
  readonly results: readonly Fate[];
  readonly again: 'no' | 'once deleted' | 'while it is handled';
  readonly queue: Trouble;
  /** Begun once everything before it is done with. */
  readonly waits: boolean;
}
export type Schedule = readonly Step[];

type Weighed<Value> = readonly (readonly [weight: number, value: Value | fc.Arbitrary<Value>])[];

const weighed = <Value>(choices: Weighed<Value>): fc.Arbitrary<Value> =>
  fc.oneof(
    ...choices.map(([weight, value]) => ({
      weight,
      arbitrary: value instanceof fc.Arbitrary ? value : fc.constant(value),
    })),
  );

const nothing: readonly Fate[] = [];
const calm = { results: nothing, again: 'no', queue: 'none', waits: false } as const;
const unlucky = fc.constantFrom<Fate>('answered 503', 'answered 500', 'cut off');
const ending = fc.constantFrom<Fate>('answered 404', 'answered 400');

/** What happens at the same time: most of it, most of the time, nothing. A client may wait a minute for an answer. */
const stepOf = (silence: boolean): fc.Arbitrary<Step> =>
  fc.record({
    asks: weighed<Step['asks']>([
      [2, 'table'],
      [1, 'menu'],
      [5, 'order'],
      [2, 'order again'],
    ]),
    which: fc.nat({ max: 3 }),
    group: fc.nat({ max: 2 }),
    results: weighed<readonly Fate[]>([
      [20, fc.constant(nothing)],
      [6, fc.tuple(unlucky)],
      [6, fc.tuple(unlucky, unlucky)],
      [3, fc.tuple(ending)],
      [1, fc.tuple(unlucky, ending)],
      [1, silence ? fc.tuple(fc.constant<Fate>('not answered')) : fc.constant(nothing)],
    ]),
    again: weighed<Step['again']>([
      [4, 'no'],
      [1, 'once deleted'],
      [1, 'while it is handled'],
    ]),
    queue: weighed<Trouble>([
      [12, 'none'],
      [1, 'polls fail'],
      [1, 'polls are throttled'],
      [1, 'polls are cut off'],
      [2, 'the answer of a poll is lost'],
      [2, 'deletions fail'],
      [1, 'the answer of a deletion is lost'],
    ]),
    waits: weighed([
      [5, false],
      [1, true],
    ]),
  });

/** What a till remembers is asked for when all is over: whatever happened must not have made it forget. */
const echo: fc.Arbitrary<Step> = fc.record({
  asks: fc.constantFrom<Step['asks']>('same message', 'order again'),
  which: fc.nat({ max: 3 }),
  group: fc.nat({ max: 2 }),
  results: fc.constant(nothing),
  again: fc.constant<Step['again']>('no'),
  queue: fc.constant<Trouble>('none'),
  waits: fc.constant(true),
});

/** What happens at once, and what is asked for when it is over. */
export interface Plan {
  readonly steps: Schedule;
  readonly echoes: Schedule;
}

/** Each attempt takes seconds, so a failure is narrowed down in few: whole halves first, then steps, then what is in them. */
class Plans extends fc.Arbitrary<Plan> {
  readonly #drawn: fc.Arbitrary<Plan>;

  constructor(longest: number, silence: boolean) {
    super();
    this.#drawn = fc.record({
      // With few runs fast-check would draw mostly short ones.
      steps: fc.noBias(fc.array(stepOf(silence), { minLength: 1, maxLength: longest, size: 'max' })),
      echoes: fc.noBias(fc.array(echo, { maxLength: 5, size: 'max' })),
    });
  }

  override generate(random: fc.Random, biasFactor: number | undefined): fc.Value<Plan> {
    return new fc.Value(this.#drawn.generate(random, biasFactor).value, undefined);
  }

  override canShrinkWithoutContext(value: unknown): value is Plan {
    const { steps, echoes } = Object(value) as Partial<Plan>;
    return Array.isArray(steps) && steps.length > 0 && Array.isArray(echoes);
  }

  override shrink(plan: Plan): fc.Stream<fc.Value<Plan>> {
    return fc.stream(smaller(plan)).map((one) => new fc.Value(one, undefined));
  }
}

/** Schedules of no more than so many steps, and as many echoes as there are ways to repeat what was. */
export const plans = (longest: number, { silence }: { readonly silence: boolean }): fc.Arbitrary<Plan> =>
  new Plans(longest, silence);

function* smaller({ steps, echoes }: Plan): IterableIterator<Plan> {
  for (const fewer of shorter(echoes)) yield { steps, echoes: fewer };
  for (const fewer of shorter(steps)) yield { steps: fewer, echoes };
  for (const [index, one] of steps.entries())
    for (const calmer of calmerThan(one)) yield { steps: steps.with(index, calmer), echoes };
  for (const [index, one] of echoes.entries())
    if (one.which > 0) yield { steps, echoes: echoes.with(index, { ...one, which: 0 }) };
}

/** All gone, either half gone, and each one gone. */
const shorter = (steps: Schedule): readonly Schedule[] => {
  if (steps.length === 0) return [];
  const half = Math.ceil(steps.length / 2);
  const halves = steps.length > 2 ? [[], steps.slice(half), steps.slice(0, half)] : [[]];
  return [...halves, ...(steps.length > 1 ? steps.map((_, index) => steps.toSpliced(index, 1)) : [])];
};

const calmerThan = (one: Step): readonly Step[] => {
  const { results, asks } = one;
  const calmed: readonly Step[] = [
    { ...one, ...calm },
    { ...one, queue: 'none' },
    { ...one, results: nothing },
    ...(results.length > 1 ? results.map((_, index) => ({ ...one, results: results.toSpliced(index, 1) })) : []),
    { ...one, again: 'no' },
    { ...one, waits: false },
    ...(asks === 'order again' ? [{ ...one, asks: 'order' } as const] : []),
    ...(asks === 'table' ? [] : [{ ...one, asks: 'table' } as const]),
    { ...one, group: 0 },
    { ...one, which: 0 },
  ];
  const before = JSON.stringify(one);
  return calmed.filter((step) => JSON.stringify(step) !== before);
};

const doing = (asks: Step['asks'], group: number, around: Partial<Step> = {}): Step => ({
  asks,
  group,
  which: 0,
  ...calm,
  ...around,
});

/** One of everything, so that no run is without it. */
export const everything: Plan = {
  steps: [
    // What became of orders whose results were not taken shows at the table only where no other order came meanwhile.
    doing('order', 1, { results: ['answered 503', 'cut off'] }),
    doing('menu', 0, { again: 'while it is handled' }),
    doing('order', 0, { results: ['answered 500'], waits: true }),
    doing('table', 2, { results: ['answered 404'] }),
    doing('order', 0, { queue: 'deletions fail', waits: true }),
    doing('table', 1, { queue: 'polls are cut off', waits: true }),
    doing('menu', 1),
    doing('order', 0),
    doing('table', 1),
    doing('order again', 2, { results: ['answered 500'] }),
  ],
  echoes: [0, 1].flatMap((which) => [
    doing('same message', 0, { which, waits: true }),
    doing('order again', 0, { which, waits: true }),
  ]),
};

/** Every obligation once, in as few commands as it takes: each of them keeps a slow till busy for seconds. */
export const inBrief: Plan = {
  steps: [
    doing('order', 0, { results: ['answered 503', 'cut off'] }),
    doing('menu', 1, { again: 'while it is handled' }),
    doing('table', 1, { queue: 'polls are cut off' }),
  ],
  echoes: [doing('same message', 0, { queue: 'deletions fail', waits: true }), doing('order again', 0)],
};

/** The schedule of a plan, without what would take minutes. */
export const scheduleOf = ({ steps, echoes }: Plan): Schedule => [...steps.map(oncePerSchedule), ...echoes];

const oncePerSchedule = (one: Step, index: number, steps: Schedule): Step => {
  const isFirst = (alike: (step: Step) => boolean): boolean => !alike(one) || steps.findIndex(alike) === index;
  return {
    ...one,
    // Tills and SDKs hold back longer after each failure.
    queue: isFirst(({ queue }) => queue.startsWith('polls')) ? one.queue : 'none',
    results: isFirst(({ results }) => results.includes('not answered')) ? one.results : nothing,
  };
};
