import type { Fetch } from '#mocks/hosting';
import type { Clock } from '#mocks/time';
import type { Editor } from './editor.ts';
import { delayMs } from './editor.ts';

/** Stands before a merchant and changes what it answers. */
export const answersThrough =
  (peer: Fetch, operationOf: (request: Request) => string | undefined, editor: Editor, clock: Clock): Fetch =>
  async (request) => {
    const operation = operationOf(request);
    if (operation === undefined) return await peer(request);
    const copy = request.clone();
    const response = await peer(request);
    const text = await response.clone().text();
    const decision = editor.decide(operation, text, response.ok);
    if (decision === undefined) return response;
    switch (decision.do) {
      case 'lose':
        return Response.error();
      case 'delay':
        await clock.sleep(delayMs);
        return response;
      case 'repeat':
        return await peer(copy);
      case 'fail':
        return Response.json({ error: 'internal' }, { status: 500 });
      case 'send':
        return new Response(decision.text, { status: response.status, headers: withoutLength(response.headers) });
      case 'hold':
        return response;
      default:
        return decision satisfies never;
    }
  };

const withoutLength = (headers: Headers): Headers => {
  const kept = new Headers(headers);
  kept.delete('content-length');
  return kept;
};
