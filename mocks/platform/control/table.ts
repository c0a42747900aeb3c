import { parseTimestamp } from '#schemas';
import { basketChangeErrors } from '../api/basket-change.ts';
import { orderTypes } from '../availability.ts';
import { certificationOperations } from './operations/certification.ts';
import { ControlError } from './declaration/control-error.ts';
import { readAnswers } from './operations/directed-answers-field.ts';
import { exchangeOperations } from './operations/exchanges.ts';
import { faultOperations } from './operations/faults.ts';
import { define, type Operation } from './declaration/operation.ts';
import { shapeOperations } from './operations/shapes.ts';
import { shopOperations } from './operations/shops.ts';

const location = '/locations/{integrationProfileId}';
const id = 'integrationProfileId';
const times = { type: 'integer', description: 'How many times; default 1.' } as const;

const answers = {
  type: 'array',
  required: true,
  description: 'Each { "status": 200 to 599 }, "silence" (nothing until the caller gives up) or "drop"',
} as const;

const time = (text: string | undefined): number | undefined => {
  if (text === undefined) return undefined;
  const at = parseTimestamp(text);
  if (at === undefined) throw new ControlError(400, 'InvalidBody', `${text} is no ISO 8601 time.`);
  return at.epochMs;
};

export const operations: readonly Operation[] = [
  define({
    method: 'get',
    path: '/state',
    summary: 'Everything the platform knows',
    run: (control) => control.describe(),
  }),
  define({
    method: 'post',
    path: '/locations',
    summary: 'Adds a location with its integration profile and queue, and its merchant when the tax id is new',
    fields: {
      merchantTaxId: { type: 'string', required: true },
      integrationProfileId: { type: 'string' },
      kind: { type: 'string', values: ['pos', 'shop'], description: 'shop: an integration that is no POS' },
    },
    run: (control, _, body) => control.addLocation(body),
  }),
  define({
    method: 'post',
    path: `${location}/pins`,
    summary: 'Issues an activation PIN',
    fields: { lifetimeMs: { type: 'integer' } },
    run: (control, parameter, { lifetimeMs }) => control.issuePin(parameter(id), lifetimeMs),
  }),
  define({
    method: 'post',
    path: `${location}/credentials`,
    summary: 'Issues API credentials without an activation',
    run: (control, parameter) => control.issueCredentials(parameter(id)),
  }),
  define({
    method: 'put',
    path: `${location}/activation`,
    summary: 'Allows or forbids activation',
    fields: { allowed: { type: 'boolean', required: true } },
    run: (control, parameter, { allowed }) => control.allowActivation(parameter(id), allowed),
  }),
  define({
    method: 'post',
    path: `${location}/commands`,
    summary: 'Sends a command to the POS through its queue',
    fields: {
      messageKind: { type: 'string', required: true },
      payload: { type: 'object', required: true },
      messageId: { type: 'string' },
      idempotencyKey: { type: 'string' },
      groupId: { type: 'string' },
      force: { type: 'boolean', description: 'Send although the location is closed, paused or silent' },
      unchecked: { type: 'boolean', description: 'Send an unknown kind or an invalid payload on purpose' },
    },
    run(control, parameter, body) {
      const sent = control.sendCommand(parameter(id), body);
      if (!sent.ok) throw new ControlError(sent.refusal === 'INVALID_COMMAND' ? 400 : 409, sent.refusal, sent.message);
      return sent;
    },
  }),
  define({
    method: 'get',
    path: `${location}/commands/{messageId}`,
    summary: 'A command and the result that was accepted for it',
    run(control, parameter) {
      const command = control.command(parameter(id), parameter('messageId'));
      if (command === undefined) throw new ControlError(404, 'UnknownCommand', 'No such command was sent.');
      return command;
    },
  }),
  define({
    method: 'post',
    path: `${location}/commands/{messageId}/resend`,
    summary: 'Sends the same envelope as a second queue message',
    run: (control, parameter) => control.resendCommand(parameter(id), parameter('messageId')),
  }),
  define({
    method: 'post',
    path: `${location}/commands/{messageId}/redeliver`,
    summary: 'Makes a command in flight visible before its time',
    run: (control, parameter) => ({ redelivered: control.redeliverEarly(parameter(id), parameter('messageId')) }),
  }),
  define({
    method: 'post',
    path: `${location}/commands/{messageId}/duplicate`,
    summary: 'Acknowledges the next deletes of a command and delivers it again',
    fields: { times },
    run: (control, parameter, body) => ({
      duplicated: control.duplicateAfterDelete(parameter(id), parameter('messageId'), body.times),
    }),
  }),
  define({
    method: 'post',
    path: `${location}/commands/{messageId}/answers`,
    summary: 'Answers the next callbacks about a command in these ways, one each, instead of judging them',
    fields: { answers },
    run: (control, parameter, body) =>
      control.answerCallbacks(parameter(id), parameter('messageId'), readAnswers(body.answers)),
  }),
  define({
    method: 'post',
    path: '/events/{messageKind}/answers',
    summary: 'Answers the next events of this kind in these ways, one each, instead of judging them',
    fields: { answers },
    run: (control, parameter, body) => control.answerEvents(parameter('messageKind'), readAnswers(body.answers)),
  }),
  define({
    method: 'put',
    path: `${location}/availability`,
    summary: 'Opens or closes the location, as another authorised source',
    fields: { open: { type: 'boolean', required: true }, effectiveAt: { type: 'string', description: 'ISO 8601' } },
    run(control, parameter, { open, effectiveAt }) {
      const at = time(effectiveAt);
      control.setLocation(parameter(id), { open, ...(at !== undefined && { effectiveAt: at }) });
    },
  }),
  define({
    method: 'put',
    path: `${location}/orderTypes`,
    summary: 'Pauses or resumes an order type',
    fields: {
      orderType: { type: 'string', values: orderTypes, required: true },
      state: { type: 'string', values: ['ACCEPTING', 'PAUSED'], required: true },
      effectiveUntil: { type: 'string', description: 'ISO 8601' },
    },
    run(control, parameter, { orderType, state, effectiveUntil }) {
      const until = time(effectiveUntil);
      control.setOrderType(parameter(id), { orderType, state, ...(until !== undefined && { effectiveUntil: until }) });
    },
  }),
  define({
    method: 'post',
    path: '/tipRecipients/{id}/confirm',
    summary: 'Confirms a tip recipient link, as the staff member does in the app',
    fields: { identityVerified: { type: 'boolean' } },
    run: (control, parameter, { identityVerified }) => control.confirmTipRecipient(parameter('id'), identityVerified),
  }),
  define({
    method: 'get',
    path: `${location}/queue`,
    summary: 'What waits in the queue of a location and what is in flight, and which message holds back which',
    run: (control, parameter) => control.queue(parameter(id)),
  }),
  ...shapeOperations,
  ...certificationOperations,
  ...exchangeOperations,
  ...faultOperations,
  ...shopOperations,
  define({
    method: 'post',
    path: '/baskets/{basketId}/loaded',
    summary: 'The platform has loaded this basket, so that its merchant may push changes of it',
    run: (control, parameter) => control.basketLoaded(parameter('basketId')),
  }),
  define({
    method: 'post',
    path: '/basketChange/rejectNext',
    summary: 'Answers the next basket change with this error',
    fields: {
      error: {
        type: 'string',
        values: Object.keys(basketChangeErrors) as (keyof typeof basketChangeErrors)[],
        required: true,
      },
    },
    run: (control, _, { error }) => control.rejectNextBasketChange(error),
  }),
  define({ method: 'get', path: '/clock', summary: "The platform's time", run: (control) => ({ now: control.now() }) }),
  define({
    method: 'post',
    path: '/clock/advance',
    summary: 'Moves a clock that is moved by hand',
    fields: { ms: { type: 'integer', required: true } },
    run: (control, _, { ms }) => ({ now: control.advanceClock(ms) }),
  }),
];
