import { pathTo } from '#schemas';
import { jsonOf } from '#traffic';
import { isSuccess, member, shown, textOf } from './findings.ts';
import { unmet } from '../outcome.ts';
import { type OrderKind, newOrder } from './messages.ts';
import { type CommandWish, type PlatformAnswer, type PlatformCall, type PlatformWorld } from '../context/platform.ts';

export const software = { softwareName: 'Conformance till', softwareVersion: '1' };

/** An activated POS, and what it can do. */
export type Till = Awaited<ReturnType<typeof openTill>>;

/** Activates a POS at a new location; whatever is wrong with that is another scenario's business. */
export const openTill = async (world: PlatformWorld, merchantTaxId = world.fresh('tax')) => {
  const location = await world.control.addLocation({ merchantTaxId });
  const pinCode = await world.control.issuePin(location);
  const answer = await activate(world, { merchantTaxId, pinCode });
  const keys = {
    apiKey: textOf(answer.body, 'apiConfiguration', 'apiKey') ?? '',
    secret: textOf(answer.body, 'apiConfiguration', 'secret') ?? '',
  };
  const ofQueue = (name: string) => textOf(answer.body, 'queueConfiguration', name) ?? '';
  const access = {
    queueUrl: ofQueue('queueUrl'),
    region: ofQueue('region'),
    accessKeyId: ofQueue('accessKeyId'),
    secretAccessKey: ofQueue('secretAccessKey'),
  };
  if (!isSuccess(answer) || [...Object.values(keys), ...Object.values(access)].includes(''))
    throw unmet(`a POS could not be activated: ${shown(answer)}`);

  const call = (method: PlatformCall['method'], path: string, body?: unknown) =>
    world.api.call({ method, path, keys, ...(body !== undefined && { body }) });
  const sqs = (action: string, input: Readonly<Record<string, unknown>> = {}) =>
    world.queue.call(action, { QueueUrl: access.queueUrl, ...input }, access);
  const receive = async (max = 1, waitSeconds = 0) => {
    const names = { MessageAttributeNames: ['All'], AttributeNames: ['All'] };
    const got = await sqs('ReceiveMessage', { MaxNumberOfMessages: max, WaitTimeSeconds: waitSeconds, ...names });
    if (!isSuccess(got)) throw unmet(`the queue could not be read: ${shown(got)}`);
    const messages = member(got.body, 'Messages');
    return (Array.isArray(messages) ? messages : []).map((message) => toReceived(message, got.exchange));
  };
  const remove = ({ receiptHandle }: Received) => sqs('DeleteMessage', { ReceiptHandle: receiptHandle });
  return {
    location,
    merchantTaxId,
    merchantId: textOf(answer.body, 'merchantId'),
    keys,
    access,
    call,
    callback: (messageKind: string, messageId: string, result: unknown) =>
      call('POST', pathTo('callback', { messageKind, messageId }), result),
    event: (messageKind: string, body: object, messageId: string) =>
      world.api.call({
        method: 'POST',
        path: world.api.paths.event(messageKind),
        keys,
        ...world.api.identified(messageId, body),
      }),
    health: () => call('POST', world.api.paths.health, { healthy: true, ...software }),
    sqs,
    receive,
    delete: remove,
    /** Receives and deletes until nothing comes. */
    async drain() {
      const drained: Received[] = [];
      for (let got = await receive(10); got.length > 0; got = await receive(10)) {
        for (const message of got) await remove(message);
        drained.push(...got);
      }
      return drained;
    },
    async send(wish: CommandWish) {
      const outcome = await world.control.send(location, wish);
      if (outcome.sent) return outcome.messageId;
      throw unmet(`a ${wish.messageKind} command was not sent: ${outcome.reason}`);
    },
  };
};

export const activate = (
  world: PlatformWorld,
  { merchantTaxId, pinCode }: { readonly merchantTaxId: string; readonly pinCode: string },
): Promise<PlatformAnswer> =>
  world.api.call({
    method: 'POST',
    path: pathTo('activation'),
    body: { merchantTaxId, pinCode, ...software },
  });

/** Lets time pass for a POS that goes on reporting its health, as one that runs does. */
export const passTime = async (world: PlatformWorld, till: Till, milliseconds: number): Promise<void> => {
  const step = Math.floor(world.timing.healthTimeoutMs / 2);
  for (let left = milliseconds; left > 0; left -= step) {
    await world.control.advance(Math.min(step, left));
    await till.health();
  }
};

/** Which of these orders reach the POS when they are asked for now. Judged by what arrives, whatever the driver says. */
export const arriving = async (
  world: PlatformWorld,
  till: Till,
  kinds: readonly OrderKind[],
): Promise<ReadonlySet<OrderKind>> => {
  const asked = new Map<string, OrderKind>();
  await till.drain();
  for (const kind of kinds) {
    const outcome = await world.control.send(till.location, newOrder(kind));
    if (outcome.sent) asked.set(outcome.messageId, kind);
  }
  const arrived = (await till.drain()).map(({ messageId }) => asked.get(messageId ?? ''));
  return new Set(arrived.filter((kind) => kind !== undefined));
};

/** A message as a POS receives it. */
export type Received = ReturnType<typeof toReceived>;

const toReceived = (message: unknown, exchange: number) => {
  const body = jsonOf(textOf(message, 'Body') ?? '');
  return {
    body,
    messageId: textOf(body, 'messageId'),
    receiptHandle: textOf(message, 'ReceiptHandle') ?? '',
    groupId: textOf(message, 'Attributes', 'MessageGroupId'),
    attributes: member(message, 'MessageAttributes'),
    exchange,
  };
};
