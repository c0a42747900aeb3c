import type { CallName } from '#schemas';
import { noBody, toBody } from '../../body/body.ts';
import type { Exchange } from '../../exchange.ts';
import { merchantLaws } from '../merchant-laws.ts';
import { watch } from '../watch.ts';

/** One call, as far as a test says something of it. */
export interface Said {
  readonly name: CallName;
  readonly sender?: Exchange['sender'];
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly request?: object;
  readonly url?: string;
  readonly status?: number;
  readonly answer?: unknown;
  readonly failure?: Exchange['failure'];
  /** Under way at the same time as the one before. */
  readonly beside?: true;
  /** Of a basket that is retrieved: how the run had it made. */
  readonly made?: Exchange['facts']['made'];
}

const json = (value: unknown) => toBody(Buffer.from(JSON.stringify(value)));

/** Calls to a shop, one after the other. */
export const stream = (...said: readonly Said[]): readonly Exchange[] =>
  said.map((one, index) => {
    const { name, request, url = 'http://shop/', status = 200, answer = {}, failure, beside, made } = one;
    return {
      n: index + 1,
      at: index * 100 - (beside ? 60 : 0),
      answeredAt: index * 100 + 50,
      sender: one.sender ?? 'harness',
      call: { name, party: 'merchant' },
      request: {
        method: one.method ?? 'POST',
        url,
        headers: one.headers ?? {},
        body: request === undefined ? noBody : json(request),
      },
      response: { status, headers: {}, body: json(answer) },
      ...(failure !== undefined && { failure }),
      facts: made === undefined ? {} : { made },
    };
  });

const judged = (exchanges: readonly Exchange[], validCodes: readonly string[] = []) => {
  const { see, end } = watch(merchantLaws, {
    healthIntervalMs: 60_000,
    visibilityMs: 30_000,
    signatures: true,
    validCodes,
  });
  const said = [...exchanges.flatMap(see), ...end(1_000_000)];
  return Object.entries(Object.groupBy(said, ({ requirement }) => requirement));
};

/** By requirement, everything that was said of it, and the exchanges that rest on. */
export const told = (exchanges: readonly Exchange[], validCodes?: readonly string[]) =>
  Object.fromEntries(
    judged(exchanges, validCodes).map(([id, judgements]) => [
      id,
      judgements.map(({ outcome }) =>
        'exchanges' in outcome ? `${outcome.status} ${outcome.exchanges?.join(' ')}` : outcome.status,
      ),
    ]),
  );

/** By requirement, why nothing could be told of it. */
export const reasons = (exchanges: readonly Exchange[]) =>
  Object.fromEntries(
    judged(exchanges).flatMap(([id, judgements]) =>
      judgements.flatMap(({ outcome }) => (outcome.status === 'not-exercised' ? [[id, outcome.reason]] : [])),
    ),
  );
