import type { PutTipRecipientRequest } from '#schemas';
import type { Authenticated } from './authentication.ts';
import { type Answer, jsonAnswer, refusal } from '../calls/answer.ts';
import { readShape } from '../calls/call.ts';
import { putTipRecipient, showTipRecipient } from '../state/tip-recipients.ts';

interface Deps {
  readonly clock: { now(): number };
  readonly linkLifetimeMs: number;
  /** assume/tip-recipient-list-and-put-status */
  readonly wrapper: string;
  readonly putStatus: number;
}

/** GET /merchant/v1/tipRecipients */
export const listTipRecipients = ({ location, emit }: Authenticated, { wrapper }: Deps): Answer => {
  const { integrationProfileId, tipRecipients } = location;
  emit({ kind: 'tip-recipient', integrationProfileId, action: 'list', status: 200 });
  const list = [...tipRecipients.values()].map((record) => showTipRecipient(record, location));
  return jsonAnswer(wrapper === '' ? list : { [wrapper]: list });
};

/** GET /merchant/v1/tipRecipients/{id} */
export const getTipRecipient = ({ location, emit }: Authenticated, id: string): Answer => {
  const record = location.tipRecipients.get(id);
  const { integrationProfileId } = location;
  emit({ kind: 'tip-recipient', integrationProfileId, action: 'get', status: record === undefined ? 404 : 200 });
  return record === undefined
    ? refusal(404, 'UnknownTipRecipient', 'This location has no tip recipient of that id.')
    : jsonAnswer(showTipRecipient(record, location));
};

/** PUT /merchant/v1/tipRecipients/{id}: creates or updates; the id becomes externalTipRecipientId. */
export const putTipRecipientCall = ({ location, body, emit }: Authenticated, id: string, deps: Deps): Answer => {
  const { integrationProfileId, tipRecipients } = location;
  const read = readShape('put-tip-recipient-request', body);
  const status = read.ok ? deps.putStatus : read.answer.status;
  emit({ kind: 'tip-recipient', integrationProfileId, action: 'put', status });
  if (!read.ok) return read.answer;
  const { phoneNumber, displayName } = read.value as PutTipRecipientRequest;
  const put = { externalTipRecipientId: id, phoneNumber, displayName };
  const record = putTipRecipient(tipRecipients.get(id), put, deps.clock.now() + deps.linkLifetimeMs);
  tipRecipients.set(id, record);
  return jsonAnswer({ tipRecipient: showTipRecipient(record, location) }, status);
};
