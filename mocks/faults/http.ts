import { type JsonObject, isObject } from '../json.ts';

/** The body of a call that goes on; an empty object when it has none. */
export const jsonOf = async (message: Request | Response): Promise<JsonObject> => {
  const body: unknown = await message
    .clone()
    .json()
    .catch(() => undefined);
  return isObject(body) ? body : {};
};

export const withBody = (
  response: Response,
  body: string | null,
  headers: Readonly<Record<string, string>> = {},
): Response =>
  new Response(body, { status: response.status, headers: { ...Object.fromEntries(response.headers), ...headers } });

export const refusal = (status: number): Response => Response.json({ error: 'refused' }, { status });

/** Long enough, on any clock, for concurrent copies to arrive meanwhile. */
export const raceWindow = async (clock: { sleep(milliseconds: number): Promise<void> }): Promise<void> => {
  for (let turn = 0; turn < 20; turn++) await clock.sleep(3);
};
