import { Hono } from 'hono';
import { toResponse, type Arrival } from '#mocks/hosting';
import type { ControlAnswer } from '#schemas';
import type { Secrets } from '#traffic';
import type { EventStream } from '../calls/event.ts';
import { type Answer, emptyAnswer, jsonAnswer, refusal, problem } from '../calls/answer.ts';
import { notJson, takeBody, takenBody, type TakenBody } from '../calls/call.ts';
import { type Control, operationTable, type RoutedOperation } from './control.ts';
import { ControlError, found, readFields, readQuery } from './declaration/fields.ts';
import { createJournal, streamJournal } from './journal.ts';
import { controlOpenApi } from './open-api.ts';
import type { ControlPorts } from '../state/ports.ts';

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
}) => {
  const journal = createJournal(events, { summary: (id) => exchanges?.summary(id), secrets });
  const app = new Hono();
  for (const operation of operationTable)
    app.on(operation.method, operation.path.replace(/\{(\w+)\}/g, ':$1'), async ({ req }) =>
      toResponse(await answer(operation, control, await takeBody(req.raw), { ...req.param() }, req.query())),
    );
  const after = (text: string | undefined) => Number(text ?? 0) || 0;
  app.get('/journal', ({ req, json }) =>
    json({ entries: journal.after(after(req.query('after'))) } satisfies ControlAnswer<'GET /journal'>),
  );
  app.get('/journal/stream', ({ req }) =>
    streamJournal(journal, after(req.header('last-event-id') ?? req.query('after')), req.raw.signal),
  );
  app.get('/certification/runs/:id/report.html', async ({ req }) => {
    const page = await control.certification().report(req.param('id'));
    return new Response(found(page, 'NoReport', `Run ${req.param('id')} has no report yet.`), {
      headers: reportHeaders,
    });
  });
  app.get('/openapi.json', ({ json }) => json(controlOpenApi()));
  app.notFound(
    ({ req }) =>
      (req.method === 'GET' ? page?.(req.path) : undefined) ??
      problem(404, 'NotFound', `The control API has nothing at ${req.method} ${req.path}.`),
  );
  app.onError((error) => toResponse(refused(error)));
  const operationAt = plainRoutes(operationTable);
  return {
    fetch: async (request: Request) => app.fetch(request),
    /** Most of what it is asked, without the objects of fetch. */
    answering(arrival: Arrival) {
      const found = operationAt(arrival);
      return found && arrival.body.then((read) => answer(found.operation, control, takenBody(read), found.parameters));
    },
  };
};

const refused = (error: unknown): Answer =>
  error instanceof ControlError
    ? refusal(error.status, error.code, error.message)
    : refusal(500, 'PlatformBroken', error instanceof Error ? error.message : String(error));

/** A report shows what strangers sent: it runs in an origin of its own, and loads nothing. */
const reportHeaders = {
  'content-type': 'text/html; charset=utf-8',
  'content-security-policy':
    "sandbox allow-scripts allow-popups allow-popups-to-escape-sandbox; default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data:; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'",
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
};

const answer = async (
  { method, fields = {}, run }: RoutedOperation,
  control: Control,
  { body, unread }: TakenBody,
  parameters: Readonly<Record<string, string>>,
  query: Readonly<Record<string, string>> = {},
): Promise<Answer> => {
  if (unread !== undefined) return unread;
  const json = body.bytes.byteLength === 0 ? { ok: true as const, value: {} } : body.json;
  if (!json.ok) return notJson;
  const inQuery = method === 'GET';
  try {
    const given = readFields(inQuery ? {} : fields, json.value);
    const asked = inQuery && Object.keys(fields).length > 0 ? readQuery(fields, query) : {};
    const output = await run(control, { ...parameters, ...given, ...asked } as never);
    return output === undefined ? emptyAnswer(204) : jsonAnswer(output);
  } catch (error) {
    return refused(error);
  }
};

/** A path in which nothing is written in another way than it is meant. */
const plainPath = /^http:\/\/[^/]+((?:\/[\w.~-]+)+)$/;

/** The operation that a plain request with a body asks for; undefined for all others, whom a router has to look at. */
const plainRoutes = (table: readonly RoutedOperation[]) => {
  const routes = table
    .filter(({ method }) => method === 'POST')
    .map((operation) => ({
      operation,
      pattern: new RegExp(`^${operation.path.replaceAll(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`),
    }));
  return ({ method, url }: Pick<Arrival, 'method' | 'url'>) => {
    const path = method === 'POST' ? plainPath.exec(url)?.[1] : undefined;
    if (path === undefined) return undefined;
    for (const { operation, pattern } of routes) {
      const found = pattern.exec(path);
      if (found !== null) return { operation, parameters: { ...found.groups } };
    }
    return undefined;
  };
};
