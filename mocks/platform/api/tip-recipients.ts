import type { PutTipRecipientRequest } from '#schemas';
import type { Authenticated } from '../authentication.ts';
import type { EventStream } from '../event.ts';
import { problem } from '../problem.ts';
import { readShape } from '../read-shape.ts';
import { putTipRecipient, showTipRecipient } from '../tip-recipients.ts';

interface Deps {
  readonly events: EventStream;
  readonly clock: { now(): number };
  readonly linkLifetimeMs: number;
  /** assume/tip-recipient-list-and-put-status */
  readonly wrapper: string;
  readonly putStatus: number;
}

/** GET /merchant/v1/tipRecipients */
export const listTipRecipients = ({ location }: Authenticated, { events, wrapper }: Deps): Response => {
  const { integrationProfileId, tipRecipients } = location;
  events.emit({ kind: 'tip-recipient', integrationProfileId, action: 'list', status: 200 });
  const list = [...tipRecipients.values()].map((record) => showTipRecipient(record, location));
  return Response.json(wrapper === '' ? list : { [wrapper]: list });
};

/** GET /merchant/v1/tipRecipients/{id} */
export const getTipRecipient = ({ location }: Authenticated, id: string, { events }: Deps): Response => {
  const record = location.tipRecipients.get(id);
  const { integrationProfileId } = location;
  events.emit({ kind: 'tip-recipient', integrationProfileId, action: 'get', status: record === undefined ? 404 : 200 });
  return record === undefined
    ? problem(404, 'UnknownTipRecipient', 'This location has no tip recipient of that id.')
    : Response.json(showTipRecipient(record, location));
};

/** PUT /merchant/v1/tipRecipients/{id}: creates or updates; the id becomes externalTipRecipientId. */
export const putTipRecipientCall = ({ location, bytes }: Authenticated, id: string, deps: Deps): Response => {
  const { integrationProfileId, tipRecipients } = location;
  const read = readShape('put-tip-recipient-request', bytes);
  const status = read.ok ? deps.putStatus : read.response.status;
  deps.events.emit({ kind: 'tip-recipient', integrationProfileId, action: 'put', status });
  if (!read.ok) return read.response;
  const { phoneNumber, displayName } = read.value as PutTipRecipientRequest;
  const put = { externalTipRecipientId: id, phoneNumber, displayName };
  const record = putTipRecipient(tipRecipients.get(id), put, deps.clock.now() + deps.linkLifetimeMs);
  tipRecipients.set(id, record);
  const body = { tipRecipient: showTipRecipient(record, location) };
  // The statuses that have no body have none here either.
  return [204, 205].includes(status) ? new Response(null, { status }) : Response.json(body, { status });
};
