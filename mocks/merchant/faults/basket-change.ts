import type { MerchantFault, SendDecorator, FaultKit } from './merchant-fault.ts';
import type { JsonObject } from '../../json.ts';

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

export const rewritten =
  (rewrite: (body: string) => string): SendDecorator =>
  (next) =>
  async (request) =>
    next(resent(request, rewrite(await request.text())));

export const basketChangeFaults = {
  'push:array': {
    title: 'pushes baskets in an array',
    breaks: ['basket-change/body'],
    send: rewritten((body) => `[${body}]`),
  },
} as const satisfies Readonly<Record<string, MerchantFault>>;
