import type { EventStream } from './event.ts';
import { readBody } from './json-body.ts';
import { problem } from './problem.ts';
import type { Settings } from './settings.ts';
import type { SignableMessage } from './signatures/scheme.ts';
import type { ApiCredentials, Location, State } from './state.ts';

/** A call whose sender is known. */
export interface Authenticated {
  readonly location: Location;
  readonly bytes: Uint8Array;
}

export type Handle = (call: Authenticated) => Response | Promise<Response>;

/** Lets a call through to `handle` once it is clear who makes it; the answer is signed where the settings say so. */
export type Authenticate = (request: Request, handle: Handle) => Promise<Response>;

interface Deps {
  readonly state: State;
  readonly settings: Settings;
  readonly events: EventStream;
  readonly wallNow: () => number;
}

export const createAuthenticate = ({ state, settings, events, wallNow }: Deps): Authenticate => {
  const { scheme, signatureMode, timing } = settings;

  const identify = async (message: SignableMessage): Promise<ApiCredentials | Response> => {
    const verified = await scheme.verify(message, {
      secretOf: (apiKey) => state.apiCredentials.get(apiKey)?.secret,
      now: wallNow(),
      skewMs: timing.clockSkewMs,
    });
    if (!verified.ok && signatureMode !== 'off') {
      const refused = signatureMode === 'enforce';
      const { method, url } = message;
      events.emit({
        kind: 'signature',
        method,
        path: new URL(url).pathname,
        problem: verified.problem,
        message: verified.message,
        refused,
      });
      if (refused) return problem(401, 'InvalidSignature', verified.message);
    }
    const known = state.apiCredentials.get(verified.apiKey ?? namedKey(message, state) ?? '');
    return known ?? problem(401, 'UnknownCaller', 'No header names an API key that was issued.');
  };

  const sign = async (response: Response, message: SignableMessage, credentials: ApiCredentials): Promise<Response> => {
    if (settings.responseScheme === undefined) return response;
    const body = new Uint8Array(await response.clone().arrayBuffer());
    const { status, headers } = response;
    const signed = await settings.responseScheme.sign({ ...message, status, headers, body }, credentials, wallNow());
    for (const [name, value] of Object.entries(signed)) headers.set(name, value);
    return response;
  };

  return async (request, handle) => {
    const body = await readBody(request);
    if (!body.ok) return body.response;
    const { method, url, headers } = request;
    const message = { method, url, headers, body: body.bytes };
    const caller = await identify(message);
    if (caller instanceof Response) return caller;
    return sign(await handle({ location: caller.location, bytes: body.bytes }), message, caller);
  };
};

/** With verification off a peer may sign in any way, or not at all, as long as some header holds its key. */
const namedKey = ({ headers }: SignableMessage, state: State): string | undefined =>
  [...headers.values()].find((value) => state.apiCredentials.has(value));
