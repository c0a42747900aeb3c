import { expect, test } from 'vitest';
import { toBody } from '../body/body.ts';
import { type CallSettings, createClassifier, operationNameOf } from './classify.ts';

const request = (method: string, url: string, given: { headers?: Record<string, string>; body?: string } = {}) => ({
  method,
  url,
  headers: given.headers ?? {},
  body: toBody(Buffer.from(given.body ?? '')),
});
const classify = (asked: ReturnType<typeof request>, settings: CallSettings) => createClassifier(settings)(asked);
const named = (method: string, url: string, settings: CallSettings = {}) => classify(request(method, url), settings);
const unknown = { name: 'unknown', party: 'pos' };
const pos = (name: string, more: object = {}) => ({ name, party: 'pos', ...more });

test.for([
  ['POST', '/merchant/v1/pos/activate', pos('activation')],
  ['POST', 'http://here:1/merchant/v1/pos/activate?x=1#y', pos('activation')],
  ['POST', '/merchant/v1/pos/health', pos('health')],
  ['POST', '/merchant/v1/baskets/change', { name: 'basketChange', party: 'merchant' }],
  ['POST', '/merchant/v1/async/test', pos('testCall')],
  ['POST', '/merchant/v1/async/Test/m%2F1', pos('callback', { messageKind: 'Test', messageId: 'm/1' })],
  ['POST', '/merchant/v1/pos/events/ProductListingsUpdated', pos('event', { messageKind: 'ProductListingsUpdated' })],
  ['POST', '/merchant/v1/pos/events/ReportPosHealth', pos('health', { messageKind: 'ReportPosHealth' })],
  ['GET', '/merchant/v1/tipRecipients', pos('listTipRecipients')],
  ['GET', '/merchant/v1/tipRecipients/%C3%A4', pos('getTipRecipient', { id: 'ä' })],
  ['PUT', '/merchant/v1/tipRecipients/a', pos('putTipRecipient', { id: 'a' })],
  ['PUT', '/merchant/v1/async/Test/m', unknown],
  ['POST', '/merchant/v1/async/Test/m/more', unknown],
  ['POST', '/merchant/v2/async/Test/m', unknown],
  ['POST', '/merchant/v1/pos/activate/', unknown],
  ['GET', 'http://here', unknown],
] as const)('%s %s', ([method, url, call]) => {
  expect(named(method, url)).toEqual(call);
});

test('configured paths take the place of the assumed ones', () => {
  const settings = { paths: { health: '/h', events: '/e/{messageKind}/push.(x)', basketChange: '/b' } };
  expect(named('POST', '/h', settings)).toEqual(pos('health'));
  expect(named('POST', '/b', settings)).toMatchObject({ name: 'basketChange' });
  expect(named('POST', '/e/TableOrderSnapshotChanged/push.(x)', settings)).toMatchObject({ name: 'event' });
  expect(named('POST', '/merchant/v1/pos/health', settings)).toEqual(unknown);
  expect(named('POST', '/merchant/v1/baskets/change', settings)).toEqual(unknown);
});

test('the id of an event is read where the configuration says it travels', () => {
  const push = request('POST', '/merchant/v1/pos/events/ProductListingsUpdated', {
    headers: { 'x-message-id': 'default', 'x-event': 'in header' },
    body: '{"eventId":"in body"}',
  });
  const idWith = (eventId?: CallSettings['eventId']) => classify(push, { eventId }).messageId;
  expect(idWith()).toBe('default');
  expect(idWith({ header: 'X-Event' })).toBe('in header');
  expect(idWith({ field: 'eventId' })).toBe('in body');
  expect(idWith({ field: 'other' })).toBeUndefined();
});

test('a call to the queue is told by its target, its signature, or a form at its path', () => {
  const queue = (name: string, action: string) => ({ name, party: 'queue', action });
  const aws = { authorization: 'AWS4-HMAC-SHA256 …' };
  const form = { 'content-type': 'application/x-www-form-urlencoded' };
  const of = (url: string, headers: Record<string, string>, body = '') =>
    classify(request('POST', url, { headers, body }), {});
  expect(of('/', { 'x-amz-target': 'AmazonSQS.ReceiveMessage' })).toEqual(queue('receiveMessage', 'ReceiveMessage'));
  expect(of('/', { 'x-amz-target': 'AmazonSQS.SendMessage' })).toEqual(queue('queue', 'SendMessage'));
  expect(of('/q.fifo', form, 'Action=DeleteMessageBatch')).toEqual(queue('deleteMessageBatch', 'DeleteMessageBatch'));
  expect(of('/q.fifo?Action=DeleteMessage', {})).toEqual(queue('deleteMessage', 'DeleteMessage'));
  expect(of('/anywhere', aws)).toEqual(queue('queue', 'queue'));
  expect(of('/merchant/v1/pos/activate', form, 'Action=ReceiveMessage')).toEqual(pos('activation'));
});

test('calls to a merchant are told by its addresses, their own query and what marks them', () => {
  const merchant = {
    basketUrl: 'https://shop/api?call=basket',
    recalculateUrl: 'https://shop/api?call=recalculate',
    orderUrl: 'https://shop/order',
  };
  const nameOf = (method: string, url: string) => named(method, url, { merchant }).name;
  expect(nameOf('GET', 'https://shop/api?call=basket&basketId=b')).toBe('retrieval');
  expect(nameOf('POST', 'https://shop/api?call=recalculate')).toBe('recalculation');
  expect(nameOf('POST', 'https://shop/api?call=recalculate&lock=true')).toBe('lock');
  expect(nameOf('POST', 'https://shop/order')).toBe('order');
  expect(nameOf('GET', 'https://shop/order')).toBe('unknown');
  expect(nameOf('POST', 'https://other/order')).toBe('unknown');
});

test.each([
  ['POST', '/merchant/v1/pos/activate', 'ActivatePos'],
  ['POST', '/merchant/v1/pos/health', 'ReportPosHealth'],
  ['POST', '/merchant/v1/async/test', 'testCall'],
  ['POST', '/merchant/v1/async/Test/m', 'Test'],
  ['POST', '/merchant/v1/async/BillPaymentCompleted/m', 'BillPaymentResult'],
  ['POST', '/merchant/v1/pos/events/ProductListingsUpdated', 'ProductListingsUpdated'],
  ['GET', '/merchant/v1/tipRecipients', 'listTipRecipients'],
  ['PUT', '/merchant/v1/tipRecipients/a', 'PutTipRecipientRequest'],
  ['POST', '/nowhere', 'unknown'],
  ['POST', '/?Action=ReceiveMessage', 'ReceiveMessage'],
])('%s %s is written down as %s', (method, url, name) => {
  expect(operationNameOf(named(method, url))).toBe(name);
});

test.each(['//', '//?Action=ReceiveMessage', '//:x?', 'http://', 'http://[?'])(
  '%j names no call, whoever signed it',
  (url) => {
    const signed = {
      authorization: 'AWS4-HMAC-SHA256 Credential=/',
      'content-type': 'application/x-www-form-urlencoded',
    };
    expect(named('GET', url, { merchant: { basketUrl: 'http://shop/b' } })).toEqual(unknown);
    expect(classify(request('POST', url, { headers: signed }), {})).toMatchObject({ party: 'queue' });
  },
);
