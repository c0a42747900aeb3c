import type { JsonObject } from '../../json.ts';
import type { FaultKit, SendDecorator } from './merchant-fault.ts';

/** Changes the body of every basket change pushed, in place. */
export const onPush =
  (change: (body: JsonObject, kit: FaultKit) => unknown): SendDecorator =>
  (next, kit) =>
  async (request) => {
    const body = (await request.json()) as JsonObject;
    change(body, kit);
    return next(resent(request, JSON.stringify(body)));
  };

export const resent = (request: Request, body: string): Request =>
  new Request(request.url, { method: 'POST', headers: request.headers, body });
