import { calls } from '#schemas';
import { isOk, jsonAnswer, noContent } from '#mocks/platform/calls/answer';
import type { Location } from '#mocks/platform/state/state';
import { showTipRecipient } from '#mocks/platform/state/tip-recipients';
import type { PlatformFault } from '#mocks/platform/faults/platform-fault';
import { afterwards, edited, withStatus } from '#mocks/platform/faults/decorators';

const tipsPath = calls.listTipRecipients.path;
const basketPath = calls.basketChange.path;
const tips = ['platform/tip-recipients'] as const;
const basketChange = ['platform/basket-change'] as const;

const everybody = (locations: Iterable<Location>) =>
  [...locations].flatMap((location) =>
    [...location.tipRecipients.values()].map((record) => showTipRecipient(record, location)),
  );

const forgiven = (error: string) =>
  afterwards(basketPath, ({ answer }) => (answer.text.includes(error) ? noContent : undefined));

/** Tip recipients and pushed basket changes. */
export const tipAndBasketFaults = {
  'tips:everyone-sees-all': {
    title: 'the list shows the tip recipients of every merchant',
    breaks: tips,
    front: afterwards(tipsPath, ({ call: { request, path }, answer, kit }) =>
      request.method === 'GET' && path === tipsPath && isOk(answer)
        ? jsonAnswer({ tipRecipients: everybody(kit.state.locations.values()) })
        : undefined,
    ),
  },
  'tips:readable-by-id': {
    title: 'a tip recipient of another merchant can be read by its id',
    breaks: tips,
    front: afterwards(tipsPath, ({ call: { path }, answer, kit }) => {
      const id = decodeURIComponent(path.slice(tipsPath.length + 1));
      const found = everybody(kit.state.locations.values()).find((shown) => shown.externalTipRecipientId === id);
      return answer.status === 404 && found !== undefined ? jsonAnswer(found) : undefined;
    }),
  },
  'tips:late-confirmation': {
    title: 'a link can be confirmed after expiresAt',
    breaks: tips,
    options: (options) => ({ ...options, timing: { ...options.timing, tipLinkLifetimeMs: 1000 * 24 * 3_600_000 } }),
    front: afterwards(tipsPath, ({ answer, kit }) =>
      edited(answer, (body) => {
        const expiresAt = new Date(kit.clock.now() + 60_000).toISOString();
        const soon = (record: unknown) =>
          Object(record).expiresAt === undefined ? record : { ...Object(record), expiresAt };
        return body['tipRecipient'] === undefined ? soon(body) : { tipRecipient: soon(body['tipRecipient']) };
      }),
    ),
  },
  'tips:unverified-confirmation': {
    title: 'a link is confirmed without the identity verification',
    breaks: tips,
    control: (next) => async (request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.endsWith('/confirm') || !pathname.startsWith('/tipRecipients/')) return next(request);
      return next(new Request(request.url, { method: 'POST', body: '{"identityVerified":true}' }));
    },
  },
  'tips:own-id': {
    title: 'the id of the path does not become externalTipRecipientId',
    breaks: tips,
    front: afterwards(`${tipsPath}/`, ({ answer }) =>
      edited(answer, (body) =>
        body['externalTipRecipientId'] === undefined ? body : { ...body, externalTipRecipientId: body['id'] },
      ),
    ),
  },
  'basket-change:undeliverable-accepted': {
    title: 'a basket without delivery options is accepted',
    breaks: basketChange,
    front: forgiven('MissingDeliveryOptionsException'),
  },
  'basket-change:invalid-accepted': {
    title: 'a basket that breaks its schema is accepted',
    breaks: basketChange,
    front: forgiven('InvalidBasketException'),
  },
  'basket-change:answers-422': {
    title: 'a bad basket change is answered 422',
    breaks: basketChange,
    front: afterwards(basketPath, ({ answer }) => (isOk(answer) ? undefined : withStatus(answer, 422))),
  },
  'basket-change:own-error': {
    title: 'a bad basket change is answered with an error of its own',
    breaks: basketChange,
    front: afterwards(basketPath, ({ answer }) => (isOk(answer) ? undefined : jsonAnswer({ error: 'BadBasket' }, 400))),
  },
} satisfies Readonly<Record<string, PlatformFault>>;
