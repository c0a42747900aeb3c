import type { Command } from '../commands.ts';
import type { Location, State } from '../state.ts';
import type { FaultKit, Fetch } from './platform-fault.ts';

/** One call that a fault looks at once it has been answered. */
export interface Seen {
  readonly request: Request;
  readonly path: string;
  /** The request's body, as JSON. */
  readonly sent: Readonly<Record<string, unknown>>;
  readonly response: Response;
  readonly kit: FaultKit;
  /** Of the credentials the call names. */
  readonly location: Location | undefined;
}

/** Around the calls whose path begins so: `decorate` may answer otherwise. */
export const afterwards =
  (prefix: string, decorate: (seen: Seen) => Response | undefined | Promise<Response | undefined>) =>
  (next: Fetch, kit: FaultKit): Fetch =>
  async (request) => {
    const path = new URL(request.url).pathname;
    if (!path.startsWith(prefix)) return next(request);
    const sent = await jsonOf(request);
    const response = await next(request);
    const key = request.headers.get('x-api-key') ?? '';
    const location = kit.state.apiCredentials.get(key)?.location;
    return (await decorate({ request, path, sent, response, kit, location })) ?? response;
  };

/** The same before the call is handled. */
export const beforehand =
  (prefix: string, prepare: (sent: Readonly<Record<string, unknown>>, kit: FaultKit) => void) =>
  (next: Fetch, kit: FaultKit): Fetch =>
  async (request) => {
    if (new URL(request.url).pathname.startsWith(prefix)) prepare(await jsonOf(request), kit);
    return next(request);
  };

export const jsonOf = async (message: Request | Response): Promise<Readonly<Record<string, unknown>>> => {
  try {
    return Object(await message.clone().json());
  } catch {
    return {};
  }
};

/** The answer with its body changed. */
export const edited = async (
  response: Response,
  edit: (body: Readonly<Record<string, unknown>>) => unknown,
): Promise<Response> => Response.json(edit(await jsonOf(response)), { status: response.status });

export const withStatus = async (response: Response, status: number): Promise<Response> =>
  status === 204 ? new Response(null, { status }) : new Response(await response.text(), { status });

export interface Callback {
  readonly kind: string;
  readonly messageId: string;
  /** The command, whosever it is. */
  readonly command: Command | undefined;
  readonly of: Location | undefined;
}

export const callbackOf = (path: string, state: State): Callback => {
  const [kind = '', messageId = ''] = path.split('/').slice(4).map(decodeURIComponent);
  const of = [...state.locations.values()].find(({ commands }) => commands.has(messageId));
  return { kind, messageId, of, command: of?.commands.get(messageId) };
};
