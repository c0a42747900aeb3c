import { type Answer, refusal } from '../calls/answer.ts';
import type { Call } from '../calls/call.ts';
import type { Settings } from '../state/settings.ts';
import type { SignableMessage } from '../signatures/scheme.ts';
import type { ApiCredentials, Location, State } from '../state/state.ts';

/** A call whose sender is known. */
export interface Authenticated extends Call {
  readonly location: Location;
}

/** Lets a call through to `handle` once it is clear who makes it; the answer is signed where the settings say so. */
export type Authenticate = (
  call: Call,
  handle: (call: Authenticated) => Answer | Promise<Answer>,
) => Answer | Promise<Answer>;

interface Deps {
  readonly state: State;
  readonly settings: Settings;
  readonly wallNow: () => number;
}

export const createAuthenticate = ({ state, settings, wallNow }: Deps): Authenticate => {
  const { scheme, responseScheme, signatureMode, timing } = settings;
  const secretOf = (apiKey: string) => state.apiCredentials.get(apiKey)?.secret;

  const identify = async (message: Received, { path, emit, note }: Call): Promise<ApiCredentials | Answer> => {
    const verified = await scheme.verify(message, { secretOf, now: wallNow(), skewMs: timing.clockSkewMs });
    const known =
      state.apiCredentials.get(verified.apiKey ?? '') ?? state.apiCredentials.get(namedKey(message, state) ?? '');
    const key = known?.apiKey ?? verified.apiKey;
    const isLooked = signatureMode !== 'off';
    note({
      ...(key !== undefined && { key }),
      ...(known && { integrationProfileId: known.location.integrationProfileId }),
      ...(isLooked && { signature: verified.ok ? { signed: true } : { signed: false, problem: verified.message } }),
    });
    if (!verified.ok && isLooked) {
      const refused = signatureMode === 'enforce';
      const { problem, message: said } = verified;
      emit({ kind: 'signature', method: message.method, path, problem, message: said, refused });
      if (refused) return refusal(401, 'InvalidSignature', said);
    }
    return known ?? refusal(401, 'UnknownCaller', 'No header names an API key that was issued.');
  };

  const sign = async (answer: Answer, message: SignableMessage, credentials: ApiCredentials): Promise<Answer> => {
    if (responseScheme === undefined) return answer;
    const { status } = answer;
    const [headers, body] = [new Headers(answer.headers), Buffer.from(answer.text)];
    const { method, url } = message;
    const signed = await responseScheme.sign({ method, url, status, headers, body }, credentials, wallNow());
    const named = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(named) } };
  };

  return async (call, handle) => {
    if (call.unread !== undefined) return call.unread;
    const { method, url, headers } = call.request;
    const message = toSignable(method, url, headers, call.body.bytes);
    const caller = await identify(message, call);
    if (!('location' in caller)) return caller;
    return sign(await handle({ ...call, location: caller.location }), message, caller);
  };
};

type Received = SignableMessage & Required<Pick<SignableMessage, 'fields'>>;

const toSignable = (method: string, url: string, fields: Received['fields'], body: Uint8Array): Received => ({
  method,
  url,
  fields,
  // For schemes that ask for more than a value by its name.
  get headers() {
    return new Headers(fields);
  },
  body,
});

/** With verification off a peer may sign in any way, or not at all, as long as some header holds its key. */
const namedKey = ({ fields }: Received, state: State): string | undefined =>
  Object.values(fields).find((value) => state.apiCredentials.has(value));
