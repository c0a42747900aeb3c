import {
  assumptionIds,
  assumptions,
  type Exchange,
  requirement,
  type RequirementId,
  type RequirementResult,
  requirementsOf,
  type RunResult,
  type ScenarioResult,
  type Violation,
} from '#schemas';
import type { Reported, ReportFile } from '#reports';

const statuses = [
  'failed',
  'warning',
  'not-exercised',
  'expected-failure',
  'passed',
  'filtered',
  'not-scored',
  'not-applicable',
] as const;

/** What differs between sample results: everything else is a merchant run in which every requirement passed. */
interface Changes {
  readonly verdict?: RunResult['verdict'];
  readonly exitCode?: number;
  readonly reason?: string;
  readonly rows?: Readonly<Partial<Record<RequirementId, Partial<RequirementResult>>>>;
  /** The requirements there are; every one of the merchant suite unless told. */
  readonly ids?: readonly RequirementId[];
  readonly everyRow?: Partial<RequirementResult>;
  readonly scenarios?: readonly ScenarioResult[];
  readonly exchanges?: readonly Exchange[];
  readonly unexpected?: RunResult['unexpected'];
}

const scenarioOf = (id: string): string => `merchant/${id.slice(0, id.indexOf('/'))}`;

/** A run result for tests, with its exchanges. */
export const sample = (changes: Changes = {}): Reported => {
  const requirements = (changes.ids ?? requirementsOf('merchant')).map(
    (id): RequirementResult => ({
      id,
      level: requirement(id).level,
      status: 'passed',
      checks: 3,
      scenarios: [scenarioOf(id)],
      violations: [],
      ...changes.everyRow,
      ...changes.rows?.[id],
    }),
  );
  const ran = [...new Set(requirements.map((row) => scenarioOf(row.id)))];
  const result: RunResult = {
    schemaVersion: 1,
    tool: { name: 'conformance', version: '0.1.0' },
    register: { version: '1', digest: '3f9ac1d2' },
    suite: 'merchant',
    target: { name: 'Acme shop', version: '2026.11' },
    startedAt: '2026-11-20T09:00:00.000Z',
    finishedAt: '2026-11-20T09:00:41.300Z',
    seed: 4711,
    verdict: changes.verdict ?? 'conformant',
    exitCode: changes.exitCode ?? 0,
    counts: {},
    ...(changes.reason === undefined ? {} : { reason: changes.reason }),
    requirements,
    scenarios: [
      ...(changes.scenarios ??
        ran.map((id, index) => ({ id, status: 'done' as const, durationMs: 480 + index * 2310 }))),
    ],
    assumptions: assumptionIds.map((id) => ({
      id,
      value: id === 'assume/catalogue-limit-maximum' ? 50 : assumptions[id].fallback,
      from: id === 'assume/catalogue-limit-maximum' ? 'config' : 'default',
      observed: id === 'assume/order-success-status' ? ['201 on 14 of 14 confirmations'] : [],
    })),
    unexpected: [...(changes.unexpected ?? [])],
  };
  result.counts = Object.fromEntries(
    statuses.map((status) => [status, requirements.filter((one) => one.status === status).length]),
  );
  const exchanges = changes.exchanges ?? [exchange(1)];
  return { result, exchanges: new Map(exchanges.map((one) => [one.n, one])), everyExchange: () => exchanges };
};

/** A file as it will stand on the disk. */
export const textOf = async (file: ReportFile | undefined): Promise<string> => {
  let text = '';
  for await (const piece of file?.content ?? '') text += piece;
  return text;
};

export const exchange = (n: number, changes: Partial<Exchange> = {}): Exchange => ({
  n,
  scenario: 'merchant/catalogue',
  at: '2026-11-20T09:00:12.500Z',
  durationMs: 34.4,
  sender: 'harness',
  operation: 'catalogue',
  request: {
    method: 'GET',
    url: 'https://shop.example/oa/catalogue?checkpoint=MTcxODAwNjQwMDEyMzpwLTE3&limit=3',
    headers: { Authorization: 'Bearer «redacted»', Accept: 'application/json' },
  },
  response: {
    status: 200,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({
      currency: 'PLN',
      products: ['p-17', 'p-18', 'p-19'].map((id, index) => ({
        id,
        updatedAt: `2024-06-10T08:00:00.12${3 + index}Z`,
        name: `Kettle no. ${index + 1}`,
        status: 'ACTIVE',
        variants: [{ id: `${id}-a`, unitPrice: 12900, stock: { isAvailable: true } }],
      })),
      nextCheckpoint: 'MTcxODAwNjQwMDEyNTpwLTE5',
    }),
  },
  ...changes,
});

export const violation = (changes: Partial<Violation> = {}): Violation => ({
  scenario: 'merchant/catalogue',
  message:
    'Product "p-17" was returned again after its own checkpoint; compare (updatedAt, id) with “greater than”, not “at least”.',
  expected: 'no product at or before 2024-06-10T08:00:00.123Z "p-17"',
  actual: '"p-17" again, first on page 2',
  pointer: '/products/0/id',
  exchanges: [13, 14],
  replay: 'conformance run merchant --only merchant/catalogue --seed 4711',
  ...changes,
});
