import { isObject, jsonOf, pointerSteps, valueAt } from '#traffic';
import type { Exchange, RunResult } from '#schemas';

/** A text with variables in it. */
export type Text = readonly (string | { readonly variable: string })[];

/** `recorded`: another value may be given. `fresh`: a new id for every run of the test. `secret`: has to be given. */
export interface Variable {
  readonly name: string;
  readonly kind: 'recorded' | 'fresh' | 'secret';
  /** In the run; empty for a secret. */
  readonly value: string;
}

/** The steps of a JSON pointer, with the places in arrays as numbers. */
export type Place = readonly (string | number)[];

export interface Step {
  readonly title: string;
  readonly method: string;
  readonly path: string;
  readonly query: readonly (readonly [name: string, value: Text])[];
  readonly headers: readonly (readonly [name: string, value: Text])[];
  readonly body: Text;
  /** What later steps use of its answer. */
  readonly captures: readonly { readonly name: string; readonly at: Place }[];
}

/** What the last answer has to show. */
export type Expectation =
  | { readonly is: 'success' }
  | { readonly is: 'present'; readonly at: Place }
  | { readonly is: 'same'; readonly at: Place; readonly as: string }
  | { readonly is: 'equal' | 'unequal'; readonly at: Place; readonly value: unknown };

/** A failure as a test in nobody's language yet. */
export interface EjectedTest {
  readonly requirement: string;
  readonly message: string;
  readonly base: string;
  readonly variables: readonly Variable[];
  readonly steps: readonly Step[];
  readonly expectation: Expectation;
}

type Violation = RunResult['requirements'][number]['violations'][number];

/** The test of a failure; a sentence where none can be made of it. */
export const ejectedTest = (
  requirement: string,
  violation: Violation,
  exchanges: readonly Exchange[],
): EjectedTest | string => {
  const cited = exchanges.filter(({ n }) => violation.exchanges.includes(n));
  const last = cited.at(-1);
  if (last === undefined) return 'the run recorded no call of it';
  if (cited.some(({ sender }) => sender !== 'harness')) return 'calls of the target to the platform decide it';
  if (cited.some(({ request }) => request.truncated || request.body?.includes('«') || !URL.canParse(request.url)))
    return 'a request of it was not recorded whole';
  const expectation = expectationOf(violation, cited);
  if (expectation === undefined) return 'a time, a count or several answers decide it, and not one value of an answer';
  const calls = [...broughtAbout(cited, exchanges), ...cited];
  const named = namesIn(calls);
  const headers = calls.flatMap(({ request }) => Object.entries(request.headers));
  const secrets = new Set(headers.flatMap(([name, value]) => (value.includes('«') ? [secretName(name)] : [])));
  const steps = calls.map((call, index): Step => {
    const captures = [...named.values()].flatMap(({ name, from, at }) => (from === index ? [{ name, at }] : []));
    const compared =
      expectation.is === 'same' && call === cited[0] ? [{ name: expectation.as, at: expectation.at }] : [];
    // An answer is known to later calls only.
    const known = new Map([...named].filter(([, { from = -1 }]) => from < index));
    return { ...written(call, known), captures: [...captures, ...compared] };
  });
  const variables = [...named].flatMap(([value, { name, kind }]) =>
    kind === 'captured' ? [] : [{ name, kind, value }],
  );
  return {
    requirement,
    message: violation.message,
    base: new URL(last.request.url).origin,
    variables: [...variables, ...[...secrets].map((name) => ({ name, kind: 'secret' as const, value: '' }))],
    steps,
    expectation,
  };
};

const answerOf = (exchange?: Exchange): unknown => jsonOf(exchange?.response?.body ?? '');

const expectationOf = ({ pointer, expected }: Violation, cited: readonly Exchange[]): Expectation | undefined => {
  const last = cited.at(-1);
  if (pointer === undefined) return (last?.response?.status ?? 0) >= 300 ? { is: 'success' } : undefined;
  const answer = answerOf(last);
  const at = (pointerSteps(pointer) ?? []).map((step) => (/^\d+$/.test(step) ? Number(step) : step));
  const value = valueAt(answer, pointer);
  const missing = /^(\w+): /.exec(expected)?.[1];
  if (isObject(value))
    return missing === undefined || missing in value ? undefined : { is: 'present', at: [...at, missing] };
  if (value === undefined) return { is: 'present', at };
  const first = valueAt(answerOf(cited[0]), pointer);
  if (typeof first === typeof value && first !== value) return { is: 'same', at, as: `first_${nameOf(at)}` };
  const wanted = jsonOf(expected);
  if (typeof wanted === typeof value && !Array.isArray(value)) return { is: 'equal', at, value: wanted };
  // Another text each time, such as a date, would differ from the one of the run without being right.
  const comesAgain = typeof value !== 'string' ? !Array.isArray(value) : /^[A-Z_]+$/.test(value);
  return comesAgain ? { is: 'unequal', at, value } : undefined;
};

/** Of the last member in it, as in shopOrderId. */
const nameOf = (place: Place): string =>
  String(place.findLast((step) => typeof step === 'string') ?? 'value').replaceAll(/\W/g, '');

/** Of the basket that the first cited call is about: how it was retrieved first, and how it was last locked. */
const broughtAbout = ([first]: readonly Exchange[], exchanges: readonly Exchange[]): readonly Exchange[] => {
  const basket = first === undefined ? undefined : basketOf(first);
  if (first === undefined || basket === undefined || first.operation === 'retrieval') return [];
  const earlier = exchanges.filter((one) => one.n < first.n && one.sender === 'harness' && basketOf(one) === basket);
  const retrieval = earlier.find(({ operation }) => operation === 'retrieval');
  const lock = earlier.findLast(({ operation }) => operation === 'lock');
  return earlier.filter((one) => one === retrieval || (one === lock && first.operation === 'order'));
};

const basketOf = ({ request: { url, body = '' } }: Exchange): string | undefined => {
  const asked = URL.canParse(url) ? new URL(url).searchParams.get('basketId') : null;
  const sent = jsonOf(body);
  const id = asked ?? valueAt(sent, '/basket/id') ?? valueAt(sent, '/id');
  return typeof id === 'string' ? id : undefined;
};

interface Named {
  readonly name: string;
  readonly kind: 'recorded' | 'fresh' | 'captured';
  /** The call whose answer gave it, and where. */
  readonly from?: number;
  readonly at: Place;
}

/** Ids that a later call repeats of an earlier answer, or that belong to one run only, by their values. */
const namesIn = (calls: readonly Exchange[]): ReadonlyMap<string, Named> => {
  const named = new Map<string, Named>();
  const given = new Map<string, { readonly from: number; readonly at: Place }>();
  for (const [index, call] of calls.entries()) {
    const { request } = call;
    const basket = basketOf(call);
    const asked = [...new URL(request.url).searchParams].map(([name, value]) => [[name], value] as const);
    for (const [at, value] of [...asked, ...textsIn(jsonOf(request.body ?? ''))]) {
      if (named.has(value) || value === '') continue;
      const answer = given.get(value);
      if (answer !== undefined)
        named.set(value, { name: `${nameOf(answer.at)}_${named.size + 1}`, kind: 'captured', ...answer });
      else if (at.at(-1) === 'oaOrderId') named.set(value, { name: 'oaOrderId', kind: 'fresh', at });
      else if (value === basket) named.set(value, { name: 'basketId', kind: 'recorded', at });
    }
    for (const [at, value] of textsIn(answerOf(call)))
      if (/(?:id|checkpoint)$/i.test(String(at.at(-1))) && !given.has(value)) given.set(value, { from: index, at });
  }
  return named;
};

const textsIn = (value: unknown, at: Place = []): readonly (readonly [Place, string])[] => {
  if (typeof value === 'string') return [[at, value]];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => textsIn(one, [...at, Array.isArray(value) ? Number(key) : key]));
};

const ofTheClient =
  /^(?:accept-encoding|connection|content-length|expect|host|keep-alive|transfer-encoding|user-agent|traceparent)$/i;
const secretName = (header: string): string => header.toUpperCase().replaceAll(/[^A-Z0-9]+/g, '_');

const written = ({ n, operation, request }: Exchange, named: ReadonlyMap<string, Named>): Omit<Step, 'captures'> => {
  const url = new URL(request.url);
  const whole = (value: string): Text => {
    const found = named.get(value);
    return [found === undefined ? value : { variable: found.name }];
  };
  return {
    title: `${operation}, call ${n} of the run`,
    method: request.method,
    path: url.pathname,
    query: [...url.searchParams].map(([name, value]) => [name, whole(value)]),
    headers: Object.entries(request.headers)
      .filter(([name]) => !ofTheClient.test(name))
      .map(([name, value]) => [name, value.includes('«') ? [{ variable: secretName(name) }] : [value]]),
    body: bodyOf(request.body ?? '', named),
  };
};

/** Within their quotes, so that a variable stands for a JSON text and for nothing that merely looks like it. */
const bodyOf = (body: string, named: ReadonlyMap<string, Named>): Text =>
  [...named].reduce<Text>(
    (text, [value, { name }]) =>
      text.flatMap((part) =>
        typeof part !== 'string'
          ? [part]
          : part
              .split(JSON.stringify(value))
              .map((rest, index, all) => `${index === 0 ? '' : '"'}${rest}${index === all.length - 1 ? '' : '"'}`)
              .flatMap((rest, index) => (index === 0 ? [rest] : [{ variable: name }, rest])),
      ),
    [body],
  );
