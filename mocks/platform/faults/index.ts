import { defineFaults } from '#mocks/faults';
import { calls } from '#schemas';
import { textIn } from '../../json.ts';
import { isOk, jsonAnswer, noContent } from '../calls/answer.ts';
import { afterwards, beforehand, edited, renamed, sentDespite, withStatus } from './decorators.ts';
import type { PlatformFault } from './platform-fault.ts';

const [async = ''] = calls.callback.path.split('{');
const month = 30 * 24 * 3_600_000;

/** The mistakes worth trying first, by id: one of every area. */
export const platformFaults = defineFaults({
  'activation:pin-reusable': {
    title: 'a PIN works again after it was used',
    breaks: ['platform/activation'],
    front: beforehand(calls.activation.path, ({ pinCode }, { state }) => {
      const pin = state.pins.get(textIn(pinCode));
      if (pin !== undefined) state.pins.set(textIn(pinCode), { ...pin, consumed: false });
    }),
  },
  'health:never-unavailable': {
    title: 'a POS that reports no health stays available',
    breaks: ['platform/health'],
    options: (options) => ({ ...options, timing: { ...options.timing, healthTimeoutMs: month } }),
  },
  'callbacks:repeat-refused': {
    title: 'a repeated callback is answered 409',
    breaks: ['platform/callbacks'],
    front: (next, kit) => {
      const answered = new Set<string>();
      return afterwards(async, ({ call, answer }) => {
        const repeated = answer.status === 204 && answered.has(call.path);
        if (answer.status === 204) answered.add(call.path);
        return repeated ? withStatus(answer, 409) : undefined;
      })(next, kit);
    },
  },
  'test-call:nothing-sent': {
    title: 'the test call is answered, and no message is sent',
    breaks: ['platform/test-call'],
    front: afterwards(calls.testCall.path, ({ location, answer }) => {
      if (!isOk(answer)) return undefined;
      location?.queue.receive({ max: 10, waitMs: 0 }, (deliveries) => {
        for (const { receiptHandle } of deliveries) location.queue.delete(receiptHandle);
      });
      return undefined;
    }),
  },
  'queue:lost-when-received': {
    title: 'a received message that is not deleted never comes again',
    breaks: ['platform/queue'],
    options: (options) => ({ ...options, queue: { ...options.queue, visibilityMs: month } }),
  },
  'queue-credentials:any-secret': {
    title: 'a queue call is accepted with a wrong signature',
    breaks: ['platform/queue-credentials'],
    gateway: (next) => async (call) => {
      const answer = await next(call);
      return answer.text.includes('signature we calculated does not match') ? jsonAnswer({}) : answer;
    },
  },
  'tips:phone-kept': {
    title: 'a confirmed tip recipient still shows its phone number',
    breaks: ['platform/tip-recipients'],
    front: afterwards(`${calls.listTipRecipients.path}/`, ({ answer }) =>
      edited(answer, (body) => (body['linkStatus'] === 'ACTIVE' ? { ...body, phoneNumber: '+48600100200' } : body)),
    ),
  },
  'basket-change:expired-accepted': {
    title: 'a basket that has expired is accepted',
    breaks: ['platform/basket-change'],
    front: afterwards(calls.basketChange.path, ({ answer }) =>
      answer.text.includes('BasketExpiredException') ? noContent : undefined,
    ),
  },
  'availability:closed-ignored': {
    title: 'orders are sent to a closed location',
    breaks: ['platform/availability'],
    control: sentDespite('LOCATION_CLOSED'),
  },
  'events:applied-twice': {
    title: 'an event that is sent again is applied again',
    breaks: ['platform/event-deduplication'],
    front: renamed((id) => `${id}-${Math.random()}`),
  },
  'signature:not-enforced': {
    title: 'a bad signature is told and let pass',
    breaks: ['platform/signature-enforced'],
    options: (options) => ({ ...options, signature: { ...options.signature, mode: 'warn' } }),
  },
  'catalogue:refresh-delists-nothing': {
    title: 'a full refresh leaves what it lacked for sale',
    breaks: ['platform/catalogue-sync'],
    products: (store) => ({ ...store, delist: () => undefined }),
  },
  'checkout:without-lock': {
    title: 'a basket is bought without the lock its shop asks for',
    breaks: ['platform/checkout'],
    calls: (calls) => ({ ...calls, lock: calls.recalculate }),
  },
} satisfies Readonly<Record<string, PlatformFault>>);

export type PlatformFaultId = keyof typeof platformFaults;
