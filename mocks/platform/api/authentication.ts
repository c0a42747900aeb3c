import { type Answer, refusal } from '../calls/answer.ts';
import type { Call } from '../calls/call.ts';
import type { Settings } from '../state/settings.ts';
import type { SignableMessage, SignatureScheme, Verification } from '../signatures/scheme.ts';
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
  const lookups = createLookups();

  const toCaller = (verified: Verification, message: Received, { path, emit, note }: Call): ApiCredentials | Answer => {
    const known =
      state.apiCredentials.get(verified.apiKey ?? '') ?? state.apiCredentials.get(namedKey(message, state) ?? '');
    const key = known?.apiKey ?? verified.apiKey;
    const isLooked = signatureMode !== 'off';
    note({
      ...(key !== undefined && { key }),
      ...(known && { integrationProfileId: known.location.integrationProfileId }),
      ...(isLooked && { signature: verified.ok ? well : { signed: false, problem: verified.message } }),
    });
    if (!verified.ok && isLooked) {
      const refused = signatureMode === 'enforce';
      const { problem, message: said } = verified;
      emit({ kind: 'signature', method: message.method, path, problem, message: said, refused });
      if (refused) return refusal(401, 'InvalidSignature', said);
    }
    return known ?? refusal(401, 'UnknownCaller', 'No header names an API key that was issued.');
  };

  const sign = async (
    scheme: SignatureScheme,
    given: Answer | Promise<Answer>,
    { method, url }: SignableMessage,
    credentials: ApiCredentials,
  ): Promise<Answer> => {
    const answer = await given;
    const { status } = answer;
    const [headers, body] = [new Headers(answer.headers), Buffer.from(answer.text)];
    const signed = await scheme.sign({ method, url, status, headers, body }, credentials, wallNow());
    const named = Object.entries(signed).map(([name, value]) => [name.toLowerCase(), value]);
    return { ...answer, headers: { ...answer.headers, ...Object.fromEntries(named) } };
  };

  return (call, handle) => {
    if (call.unread !== undefined) return call.unread;
    const message = new Received(call);
    const answered = (verified: Verification): Answer | Promise<Answer> => {
      const caller = toCaller(verified, message, call);
      if (!('location' in caller)) return caller;
      const answer = handle({ ...call, location: caller.location });
      return responseScheme === undefined ? answer : sign(responseScheme, answer, message, caller);
    };
    const settingsWith = (secretFor: typeof secretOf) => ({
      secretOf: secretFor,
      now: wallNow(),
      skewMs: timing.clockSkewMs,
    });
    const verifyWith = (secretFor: typeof secretOf) => scheme.verify(message, settingsWith(secretFor));
    const nearMiss = () => scheme.nearMiss?.(message, settingsWith(secretOf));
    /** Only one that is of no secret in use is held against those of before. */
    const looked = (verified: Verification): Answer | Promise<Answer> =>
      isMismatch(verified)
        ? explained(verified, lookups(state, verified.apiKey ?? ''), verifyWith, nearMiss).then(answered)
        : answered(verified);
    const verified = verifyWith(secretOf);
    return verified instanceof Promise ? verified.then(looked) : looked(verified);
  };
};

type Refused = Exclude<Verification, { ok: true }>;

const isMismatch = (verified: Verification): verified is Refused => !verified.ok && verified.problem === 'mismatch';

/** So many of them, the latest: nobody keeps more, and each is worth a look at the whole body. */
const mostFormer = 3;

/** A mistake of a signature is one for all calls of a key; who floods must not have each looked at so closely. */
const mostSearches = 10;
const mostKeys = 1000;

/** What one that does not match is held against: at first all there is, and then what it was the last time, if anything. */
interface Lookup {
  searches: number;
  /** The secrets that it may be of. */
  secrets: readonly string[];
}

const createLookups = (): ((state: State, apiKey: string) => Lookup) => {
  const kept = new Map<string, Lookup>();
  return (state, apiKey) => {
    const lookup = kept.get(apiKey) ?? { searches: 0, secrets: [] };
    if (lookup.searches < mostSearches) lookup.secrets = formerSecrets(state, apiKey);
    lookup.searches += 1;
    if (kept.size >= mostKeys) kept.clear();
    kept.set(apiKey, lookup);
    return lookup;
  };
};

/** What else was issued to the till that this key was issued to. */
const formerSecrets = ({ apiCredentials }: State, apiKey: string): readonly string[] => {
  const location = apiCredentials.get(apiKey)?.location;
  return [...apiCredentials.values()]
    .filter((one) => one.location === location && one.apiKey !== apiKey)
    .slice(-mostFormer)
    .map(({ secret }) => secret);
};

/** Says of a signature whose secret of the same till it is made with, where it is, or which usual mistake it is made with. */
const explained = async (
  refused: Refused,
  lookup: Lookup,
  verifyWith: (secretFor: () => string) => Verification | Promise<Verification>,
  nearMiss: () => string | undefined,
): Promise<Refused> => {
  const { secrets, searches } = lookup;
  lookup.secrets = [];
  for (const secret of secrets) {
    const verified = await verifyWith(() => secret);
    if (!verified.ok && verified.problem === 'mismatch') continue;
    lookup.secrets = [secret];
    return { ...refused, message: 'The signature is made with the secret of another activation than the API key.' };
  }
  const miss = searches <= mostSearches ? nearMiss() : undefined;
  return miss === undefined ? refused : { ...refused, message: `${refused.message} It fits ${miss}.` };
};

const well = { signed: true } as const;

/** A class, since a getter of its own would cost each call as much as the look at its body. */
class Received implements SignableMessage {
  readonly method: string;
  readonly url: string;
  readonly fields: Readonly<Record<string, string>>;
  readonly body: Uint8Array;

  constructor({ request: { method, url, headers }, body }: Call) {
    this.method = method;
    this.url = url;
    this.fields = headers;
    this.body = body.bytes;
  }

  /** For schemes that ask for more than a value by its name. */
  get headers(): Headers {
    return new Headers(this.fields);
  }
}

/** With verification off a peer may sign in any way, or not at all, as long as some header holds its key. */
const namedKey = ({ fields }: Pick<Received, 'fields'>, state: State): string | undefined =>
  Object.values(fields).find((value) => state.apiCredentials.has(value));

/** The location of the key a call names, whether or not the call is signed with it. */
export const callerIn =
  (state: State) =>
  ({ request }: Call): string | undefined =>
    state.apiCredentials.get(namedKey({ fields: request.headers }, state) ?? '')?.location.integrationProfileId;
