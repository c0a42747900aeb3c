import { Hono } from 'hono';
import { toResponse } from '#mocks/hosting';
import type { ControlAnswer } from '#schemas';
import type { Secrets } from '#traffic';
import type { EventStream } from '../calls/event.ts';
import { notJson, takeBody } from '../calls/body.ts';
import { problem } from '../calls/problem.ts';
import type { Control } from './control.ts';
import { ControlError } from './declaration/control-error.ts';
import { readFields, readQuery } from './declaration/fields.ts';
import { createJournal, streamJournal } from './journal.ts';
import { controlOpenApi } from './open-api.ts';
import type { ControlPorts } from '../state/ports.ts';
import { operationTable, type RoutedOperation } from './table.ts';

/** The control API: a row of the operations table each, the journal, and the document that describes them. */
export const createControlApp = ({
  control,
  events,
  exchanges,
  secrets,
  page,
}: {
  readonly control: Control;
  readonly events: EventStream;
  readonly exchanges: ControlPorts['exchanges'];
  readonly secrets: () => Secrets;
  readonly page: ControlPorts['page'];
}): Hono => {
  const journal = createJournal(events, { summary: (id) => exchanges?.summary(id), secrets });
  const app = new Hono();
  for (const operation of operationTable)
    app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), ({ req }) =>
      answer(operation, control, req.raw, req.query(), req.param()),
    );
  const after = (text: string | undefined) => Number(text ?? 0) || 0;
  app.get('/journal', ({ req, json }) =>
    json({ entries: journal.after(after(req.query('after'))) } satisfies ControlAnswer<'GET /journal'>),
  );
  app.get('/journal/stream', ({ req }) =>
    streamJournal(journal, after(req.header('last-event-id') ?? req.query('after')), req.raw.signal),
  );
  app.get('/certification/runs/:id/report.html', async ({ req }) => {
    const page = await control.runReport(req.param('id'));
    return new Response(page, { headers: reportHeaders });
  });
  app.get('/openapi.json', ({ json }) => json(controlOpenApi()));
  app.notFound(
    ({ req }) =>
      (req.method === 'GET' ? page?.(req.path) : undefined) ??
      problem(404, 'NotFound', `The control API has nothing at ${req.method} ${req.path}.`),
  );
  app.onError((error) =>
    error instanceof ControlError
      ? problem(error.status, error.code, error.message)
      : problem(500, 'PlatformBroken', error.message),
  );
  return app;
};

/** A report shows what strangers sent: it runs in an origin of its own, and loads nothing. */
const reportHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox allow-scripts; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const answer = async (
  { method, fields = {}, run }: RoutedOperation,
  control: Control,
  request: Request,
  query: Readonly<Record<string, string>>,
  parameters: Readonly<Record<string, string>>,
): Promise<Response> => {
  const { body, unread } = await takeBody(request);
  if (unread !== undefined) return toResponse(unread);
  const json = body.bytes.byteLength === 0 ? { ok: true as const, value: {} } : body.json;
  if (!json.ok) return toResponse(notJson);
  const inQuery = method === 'GET';
  const given = readFields(inQuery ? {} : fields, json.value);
  const asked = inQuery && Object.keys(fields).length > 0 ? readQuery(fields, query) : {};
  const output = await run(control, { ...parameters, ...given, ...asked } as never);
  return output === undefined ? new Response(null, { status: 204 }) : Response.json(output);
};
