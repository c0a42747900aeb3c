import { type CheckOutcome, encodeCheckpoint, decodeCheckpoint, type Judgement, type Position } from '#schemas';
import { type Exchange, noBody } from '#traffic';
import { merchantLaws, visibilityMs, watch } from '#traffic/laws';
import type {
  Answer,
  MerchantPort,
  MerchantScenario,
  MerchantTriggerInputs,
  MerchantWorld,
  TriggerPort,
} from '#scenarios';

/** A product of a catalogue in memory. */
export interface FakeProduct {
  readonly id: string;
  readonly epochMs: number;
  readonly status?: 'ACTIVE' | 'DELISTED';
  readonly updatedAt?: string;
  readonly variantIds?: readonly string[];
}

/** The places where a catalogue endpoint goes wrong; a bug replaces one of them. */
export interface FakeSteps {
  readonly compareIds: (a: string, b: string) => number;
  readonly decode: (checkpoint: string) => Position | undefined;
  readonly encode: (page: readonly FakeProduct[]) => string | undefined;
  readonly select: (
    sorted: readonly FakeProduct[],
    position: Position | undefined,
    limit: number,
    compareIds: FakeSteps['compareIds'],
  ) => readonly FakeProduct[];
  readonly timestamp: (product: FakeProduct) => string;
}

export const soundSteps: FakeSteps = {
  compareIds: (a, b) => (a < b ? -1 : a > b ? 1 : 0),
  decode: decodeCheckpoint,
  encode: (page) => {
    const last = page.at(-1);
    return last && encodeCheckpoint(last);
  },
  select: (sorted, position, limit, compareIds) =>
    sorted
      .filter(
        ({ epochMs, id }) =>
          position === undefined ||
          epochMs > position.epochMs ||
          (epochMs === position.epochMs && compareIds(id, position.id) > 0),
      )
      .slice(0, limit),
  timestamp: ({ epochMs, updatedAt }) => updatedAt ?? new Date(epochMs).toISOString(),
};

/** The catalogue call of a merchant that is a pure function over an array. */
export const fakeCatalogue = (
  products: () => readonly FakeProduct[],
  steps: FakeSteps = soundSteps,
): MerchantPort['catalogue'] => {
  let exchange = 0;
  return async ({ checkpoint, limit }): Promise<Answer> => {
    exchange++;
    const position = checkpoint === undefined ? undefined : steps.decode(checkpoint);
    if (checkpoint !== undefined && position === undefined)
      return { kind: 'refused', status: 400, text: 'bad checkpoint', exchange, durationMs: 1 };
    const sorted = products().toSorted((a, b) => a.epochMs - b.epochMs || steps.compareIds(a.id, b.id));
    const page = steps.select(sorted, position, limit, steps.compareIds);
    const nextCheckpoint = steps.encode(page);
    const body = {
      currency: 'PLN',
      products: page.map((product) => ({
        id: product.id,
        updatedAt: steps.timestamp(product),
        name: product.id,
        status: product.status ?? 'ACTIVE',
        variants: (product.variantIds ?? [product.id]).map((id) => ({
          id,
          unitPrice: 100,
          stock: { isAvailable: true },
        })),
      })),
      ...(nextCheckpoint === undefined ? {} : { nextCheckpoint }),
    };
    return { kind: 'answered', status: 200, body, valid: true, exchange, durationMs: 1 };
  };
};

const unused = (): never => {
  throw new Error('not part of this test');
};

const noTriggers: TriggerPort<MerchantTriggerInputs> = {
  has: () => false,
  fire: (name) => Promise.resolve({ kind: 'unavailable', reason: 'not configured', unlock: `triggers.${name}` }),
};

export type Reports = ReadonlyMap<string, readonly CheckOutcome[]>;

/** Runs scenarios in a world that has just this catalogue, and collects what they report. */
export const report = async (
  scenarios: readonly MerchantScenario[],
  catalogue: MerchantPort['catalogue'],
  changes: Partial<MerchantWorld> = {},
): Promise<Reports> => {
  const reports = new Map<string, CheckOutcome[]>();
  const check = (id: string, outcome: CheckOutcome): void => {
    const known = reports.get(id) ?? [];
    known.push(outcome);
    reports.set(id, known);
  };
  const provoked = new Set(scenarios.flatMap(({ provokes }) => provokes));
  const told = merchantLaws.filter(({ covers }) => covers.some((id) => provoked.has(id)));
  const laws = watch(told, { healthIntervalMs: Number.POSITIVE_INFINITY, visibilityMs, signatures: false });
  const tell = (said: readonly Judgement[]): void => {
    for (const { requirement, outcome } of said) if (provoked.has(requirement)) check(requirement, outcome);
  };
  const watched: MerchantPort['catalogue'] = async (query, options) => {
    const answer = await catalogue(query, options);
    tell(laws.see(toExchange(query, answer)));
    return answer;
  };
  let now = 1_700_000_000_000;
  for (const scenario of scenarios) {
    const world: MerchantWorld = {
      scenario: scenario.id,
      merchant: {
        catalogue: watched,
        retrieve: unused,
        recalculate: unused,
        lock: unused,
        order: unused,
        atOnce: unused,
      },
      baskets: { lease: unused },
      triggers: noTriggers,
      fixtures: {},
      platform: { url: '', nextChange: unused, rejectNext: unused },
      claims: { lock: true, catalogue: true, basketChange: true, invoice: true, orders: true, limitedStock: true },
      deliveryOptionKeys: [],
      clock: {
        now: () => now,
        sleep: (milliseconds) => {
          now += milliseconds;
          return Promise.resolve();
        },
      },
      othersOver: () => Promise.resolve(),
      idle: (milliseconds) => {
        now += milliseconds;
        return Promise.resolve();
      },
      signal: new AbortController().signal,
      seed: 1,
      effort: 'standard',
      concurrency: 1,
      assumed: () => undefined,
      observe: () => {},
      unprovoked: () => undefined,
      check,
      progress: () => {},
      attemptsWithinMs: undefined,
      attempted: () => {},
      ...changes,
    };
    await scenario.run(world);
  }
  tell(laws.end(now));
  return reports;
};

const toExchange = (query: Parameters<MerchantPort['catalogue']>[0], answer: Answer): Exchange => {
  const parameters = new URLSearchParams({ ...query, limit: String(query.limit) });
  const isAnswered = answer.kind === 'answered';
  return {
    n: 'exchange' in answer ? answer.exchange : 0,
    at: 0,
    answeredAt: 0,
    sender: 'harness',
    call: { name: 'catalogue', party: 'merchant' },
    request: { method: 'GET', url: `http://fake/?${parameters.toString()}`, headers: {}, body: noBody },
    response: {
      status: isAnswered ? answer.status : 400,
      headers: {},
      // Never written down, which takes most of the time otherwise.
      body: isAnswered ? { ...noBody, json: { ok: true, value: answer.body } } : noBody,
    },
    facts: {},
  };
};

/** The requirements with an outcome of this status, sorted. */
export const idsWith = (reports: Reports, status: CheckOutcome['status']): readonly string[] =>
  [...reports]
    .filter(([, outcomes]) => outcomes.some((outcome) => outcome.status === status))
    .map(([id]) => id)
    .toSorted();
