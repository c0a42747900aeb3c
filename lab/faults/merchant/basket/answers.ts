import { withBody } from '#mocks/faults';
import { inFrontOf } from '#mocks/merchant/faults/decorators';
import type { MerchantFault } from '#mocks/merchant/faults/merchant-fault';
import { calls, type MerchantCall, merchantCallNames, type MerchantRequirementId } from '#schemas';

type Change = (response: Response) => Promise<Response> | Response;

const bodies = {
  'no-content': ['answers 204', () => new Response(null, { status: 204 })],
  'server-error': ['answers 500', () => new Response('oops', { status: 500 })],
  html: [
    'answers 200 with an error page',
    () => new Response('<h1>Sorry</h1>', { headers: { 'content-type': 'application/json' } }),
  ],
  redirect: ['redirects', () => new Response(null, { status: 307, headers: { location: '/moved' } })],
  truncated: ['cuts the body off', async (response) => withBody(response, (await response.text()).slice(0, -3))],
  array: ['wraps the body in an array', async (response) => withBody(response, `[${await response.text()}]`)],
  null: ['answers null', (response) => withBody(response, 'null')],
  'json-in-string': [
    'encodes the body twice',
    async (response) => withBody(response, JSON.stringify(await response.text())),
  ],
} as const satisfies Readonly<Record<string, readonly [string, Change]>>;

const types = {
  'text-plain': ['says text/plain', (response) => typed(response, 'text/plain')],
  'html-type': ['says text/html', (response) => typed(response, 'text/html; charset=utf-8')],
  'binary-type': ['says application/octet-stream', (response) => typed(response, 'application/octet-stream')],
} as const satisfies Readonly<Record<string, readonly [string, Change]>>;

const typed = async (response: Response, type: string): Promise<Response> =>
  withBody(response, await response.text(), { 'content-type': type });

const answering = (
  operation: MerchantCall,
  title: string,
  change: Change,
  broken: MerchantRequirementId,
): MerchantFault => ({
  title: `${operation}: ${title}`,
  breaks: [broken],
  front: inFrontOf(operation, (next) => async (request) => {
    const response = await next(request);
    return response.ok ? change(response) : response;
  }),
});

/** So rarely that it could be taken for a failure that passes. */
const seldomEmpty: MerchantFault = {
  title: 'catalogue: every ninth answer is a 200 with an empty body',
  breaks: [calls.catalogue.judged.owner],
  front: inFrontOf('catalogue', (next) => {
    let answers = 0;
    return async (request) => {
      const response = await next(request);
      return response.ok && ++answers % 9 === 0 ? withBody(response, '') : response;
    };
  }),
};

const table = <const Changes extends Readonly<Record<string, readonly [string, Change]>>>(
  kinds: Changes,
  owner: (operation: MerchantCall) => MerchantRequirementId,
) =>
  // The keys are all combinations, which Object.fromEntries cannot tell.
  Object.fromEntries(
    merchantCallNames.flatMap((operation) =>
      Object.entries(kinds).map(
        ([name, [title, change]]) =>
          [`${operation}:${name}`, answering(operation, title, change, owner(operation))] as const,
      ),
    ),
  ) as Readonly<Record<`${MerchantCall}:${keyof Changes & string}`, MerchantFault>>;

export const answerFaults = {
  ...table(bodies, (operation) => calls[operation].judged.owner),
  ...table(types, () => 'http/json-content-type'),
  'catalogue:seldom-empty': seldomEmpty,
} as const;
