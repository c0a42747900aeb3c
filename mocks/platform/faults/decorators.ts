import { jsonOf } from '#mocks/faults';
import { type JsonObject, objectOf, parseJson } from '../../json.ts';
import { type Answer, emptyAnswer, jsonAnswer } from '../calls/answer.ts';
import type { Call, Handle } from '../calls/call.ts';
import type { Location } from '../state/state.ts';
import type { CallDecorator, FaultKit, Fetch } from './platform-fault.ts';

/** One call that a fault looks at once it has been answered. */
export interface Seen {
  readonly call: Call;
  readonly sent: JsonObject;
  readonly answer: Answer;
  readonly kit: FaultKit;
  /** Of the credentials the call names. */
  readonly location: Location | undefined;
}

/** Around the calls whose path begins so: `decorate` may answer otherwise. */
export const afterwards =
  (prefix: string, decorate: (seen: Seen) => Answer | undefined): CallDecorator =>
  (next, kit) =>
  async (call) => {
    if (!call.path.startsWith(prefix)) return next(call);
    const answer = await next(call);
    const key = call.request.headers['x-api-key'] ?? '';
    const location = kit.state.apiCredentials.get(key)?.location;
    return decorate({ call, sent: sentIn(call), answer, kit, location }) ?? answer;
  };

/** The same before the call is handled. */
export const beforehand =
  (prefix: string, prepare: (sent: JsonObject, kit: FaultKit) => void): CallDecorator =>
  (next, kit) =>
  (call) => {
    if (call.path.startsWith(prefix)) prepare(sentIn(call), kit);
    return next(call);
  };

export const sentIn = ({ body: { json } }: Call): JsonObject => objectOf(json.ok ? json.value : undefined);

export const edited = (answer: Answer, edit: (body: JsonObject) => unknown): Answer =>
  jsonAnswer(edit(objectOf(parseJson(answer.text))), answer.status);

export const withStatus = (answer: Answer, status: number): Answer =>
  status === 204 ? emptyAnswer(status) : { ...answer, status };

/** A command the platform refused for this reason goes out all the same. */
export const sentDespite =
  (error: string) =>
  (next: Fetch): Fetch =>
  async (request) => {
    const body = await jsonOf(request);
    const { url, method } = request;
    const response = await next(request);
    if ((await jsonOf(response))['error'] !== error) return response;
    return next(new Request(url, { method, body: JSON.stringify({ ...body, force: true }) }));
  };

/** Every event gets this identifier, which the default signature does not cover. */
export const renamed = (name: (id: string) => string) => (next: Handle) => async (call: Call) => {
  const { messageId } = call.named;
  if (call.named.name !== 'event' || messageId === undefined) return next(call);
  return next({ ...call, named: { ...call.named, messageId: name(messageId) } });
};
