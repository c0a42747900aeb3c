import { setTimeout } from 'node:timers/promises';
import { servePlatform, type Till } from './served-platform.ts';

export interface Flood {
  readonly seconds: number;
  readonly senders: number;
  readonly bytes: number;
}

export interface Flooded {
  readonly sent: number;
  /** The most the platform took, in MiB. */
  readonly peak: number;
  readonly crash: string | undefined;
}

// As many values as are still parsed: of smaller parts a body is refused unread.
const small = '{"name":"abcdefgh","n":[1,2],"x":"yz"},';

/** As large a body as can be, of small parts, around some members. */
const padded = (members: object, bytes: number): Uint8Array =>
  Buffer.from(
    `${JSON.stringify(members).slice(0, -1)},"padding":[${small.repeat(Math.floor(bytes / small.length))}0]}`,
  );

/** Large bodies from many senders at once, in all that a stranger and a till can make a platform look at. */
export const flood = async ({ seconds, senders, bytes }: Flood): Promise<Flooded> => {
  await using platform = await servePlatform();
  const tills: Till[] = [];
  for (let index = 0; index < senders; index += 1) tills.push(await platform.activated(`till-${index}`));
  const bodies = {
    activation: padded({ merchantTaxId: 'tax-1', pinCode: '000000', softwareName: 'x', softwareVersion: '1' }, bytes),
    basket: padded({ id: 'b' }, bytes),
    health: padded({ healthy: true, softwareName: 'Till', softwareVersion: '1' }, bytes),
    event: padded({ open: true }, bytes),
    result: padded({ success: false, reasons: ['OUT_OF_STOCK'], rejectedItems: [] }, bytes),
    recipient: Buffer.from(JSON.stringify({ phoneNumber: '+48600100200', displayName: 'x'.repeat(bytes) })),
  };
  const post = async (path: string, body: Uint8Array) =>
    fetch(`${platform.api}${path}`, { method: 'POST', body: Buffer.from(body) });
  const resultFor = async ({ id, send }: Till): Promise<Response> => {
    const { messageId } = (await platform.tell('POST', `/locations/${id}/commands`, {
      messageKind: 'OrderSubmissionRequested',
      payload: {},
      unchecked: true,
      force: true,
    })) as { messageId: string };
    return await send('POST', `/merchant/v1/async/OrderSubmissionRequested/${messageId}`, bodies.result);
  };
  const ways: readonly ((till: Till, n: number) => Promise<Response>)[] = [
    () => post('/merchant/v1/pos/activate', bodies.activation),
    () => post('/merchant/v1/baskets/change', bodies.basket),
    () => post('/no/such/path', bodies.basket),
    ({ send }) => send('POST', '/merchant/v1/pos/health', bodies.health),
    ({ send }) => send('POST', '/merchant/v1/pos/events/PosLocationAvailabilityChanged', bodies.event),
    ({ send }, n) => send('PUT', `/merchant/v1/tipRecipients/${n}`, bodies.recipient),
    resultFor,
  ];
  let [sent, peak] = [0, 0];
  const end = performance.now() + seconds * 1000;
  const watching = (async () => {
    while (performance.now() < end && platform.crash() === undefined) {
      peak = Math.max(peak, platform.memory());
      await setTimeout(100);
    }
  })();
  await Promise.all(
    tills.map(async (till, index) => {
      for (let n = index; performance.now() < end && platform.crash() === undefined; n += 1) {
        const answer = await ways[n % ways.length]?.(till, n).catch(() => undefined);
        await answer?.arrayBuffer().catch(() => undefined);
        sent += 1;
      }
    }),
  );
  await watching;
  return { sent, peak, crash: platform.crash() };
};
