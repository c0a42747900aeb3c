import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createManualClock } from '#mocks/time';
import { createFifoQueue, type FifoQueue } from './fifo-queue.ts';

/** The whole queue as one plain list, every question answered by walking it. */
interface Model {
  now: number;
  next: number;
  list: { body: string; group: string; hiddenUntil: number; handle?: string; duplicates: number }[];
  handles: { handle: string; body: string }[];
  /** Groups in the order they will be asked. */
  rotation: string[];
}

interface Real {
  readonly queue: FifoQueue;
  readonly clock: ReturnType<typeof createManualClock>;
}

const visibility = 30_000;

const expectedReceive = (model: Model, max: number): string[] => {
  const taken: string[] = [];
  const rotated: string[] = [];
  for (const group of model.rotation) {
    const members = model.list.filter((entry) => entry.group === group);
    const blocked = members.findIndex((entry) => entry.hiddenUntil > model.now);
    const free = (blocked < 0 ? members : members.slice(0, blocked)).slice(0, max - taken.length);
    taken.push(...free.map(({ body }) => body));
    if (free.length > 0) rotated.push(group);
  }
  model.rotation = [...model.rotation.filter((group) => !rotated.includes(group)), ...rotated];
  return taken;
};

const dropEmptyGroups = (model: Model) => {
  model.rotation = model.rotation.filter((group) => model.list.some((entry) => entry.group === group));
};

const command = (name: string, run: (model: Model, real: Real) => void): fc.Command<Model, Real> => ({
  check: () => true,
  run,
  toString: () => name,
});

const send = (group: string) =>
  command(`send(${group})`, (model, { queue }) => {
    const body = `m${model.next}`;
    model.next += 1;
    queue.send({ groupId: group, deduplicationId: body, body });
    model.list.push({ body, group, hiddenUntil: 0, duplicates: 0 });
    if (!model.rotation.includes(group)) model.rotation.push(group);
  });

const sendAgain = (index: number) =>
  command(`sendAgain(${index})`, (model, { queue }) => {
    if (model.next === 0) return;
    const id = `m${index % model.next}`;
    // The manual clock moves less than five minutes in a run, so that every id is still known.
    expect(queue.send({ groupId: 'other', deduplicationId: id, body: 'never seen' }).duplicate).toBe(true);
  });

const receive = (max: number) =>
  command(`receive(${max})`, (model, { queue }) => {
    const expected = expectedReceive(model, max);
    queue.receive({ max, waitMs: 0 }, (deliveries) => {
      expect(deliveries.map(({ message }) => message.body)).toEqual(expected);
      for (const { message, receiptHandle } of deliveries) {
        expect(model.handles.some(({ handle }) => handle === receiptHandle)).toBe(false);
        model.handles.push({ handle: receiptHandle, body: message.body });
        const entry = model.list.find(({ body }) => body === message.body);
        if (entry !== undefined) Object.assign(entry, { hiddenUntil: model.now + visibility, handle: receiptHandle });
      }
    });
  });

const withHandle = (
  name: string,
  index: number,
  act: (model: Model, real: Real, handle: string, body: string) => void,
) =>
  command(`${name}(${index})`, (model, real) => {
    const known = model.handles[index % Math.max(model.handles.length, 1)];
    if (known !== undefined) act(model, real, known.handle, known.body);
  });

const isCurrent = (model: Model, handle: string, body: string) =>
  model.list.some((entry) => entry.body === body && entry.handle === handle && entry.hiddenUntil > model.now);

const remove = (index: number) =>
  withHandle('delete', index, (model, { queue }, handle, body) => {
    const entry = model.list.find((candidate) => candidate.body === body);
    const current = isCurrent(model, handle, body);
    expect(queue.delete(handle)).toBe(entry === undefined || current ? undefined : 'expired');
    if (entry === undefined || !current) return;
    if (entry.duplicates > 0) Object.assign(entry, { duplicates: entry.duplicates - 1, hiddenUntil: model.now });
    else model.list = model.list.filter((candidate) => candidate !== entry);
    dropEmptyGroups(model);
  });

const hide = (index: number, forMs: number) =>
  withHandle(`hide(${forMs})`, index, (model, { queue }, handle, body) => {
    const entry = model.list.find((candidate) => candidate.body === body);
    const current = isCurrent(model, handle, body);
    expect(queue.changeVisibility(handle, forMs)).toBe(entry === undefined ? 'gone' : current ? undefined : 'expired');
    if (entry !== undefined && current) entry.hiddenUntil = model.now + forMs;
  });

const disturb = (kind: 'redeliverEarly' | 'duplicate', index: number) =>
  command(`${kind}(${index})`, (model, { queue }) => {
    const entry = model.list[index % Math.max(model.list.length, 1)];
    const messageId = queue.contents().find(({ message }) => message.body === entry?.body)?.message.messageId;
    if (entry === undefined || messageId === undefined) return;
    if (kind === 'duplicate') {
      queue.duplicate(messageId, 1);
      entry.duplicates += 1;
    } else {
      expect(queue.redeliverEarly(messageId)).toBe(entry.hiddenUntil > model.now);
      entry.hiddenUntil = Math.min(entry.hiddenUntil, model.now);
    }
  });

const wait = (ms: number) =>
  command(`wait(${ms})`, (model, { clock }) => {
    clock.advance(ms);
    model.now += ms;
  });

const commands = [
  fc.constantFrom('a', 'b', 'c').map(send),
  fc.nat(20).map(sendAgain),
  fc.integer({ min: 1, max: 10 }).map(receive),
  fc.nat(20).map(remove),
  fc.tuple(fc.nat(20), fc.constantFrom(0, 5_000, 40_000)).map(([index, ms]) => hide(index, ms)),
  fc
    .tuple(fc.constantFrom('redeliverEarly' as const, 'duplicate' as const), fc.nat(20))
    .map(([kind, index]) => disturb(kind, index)),
  fc.constantFrom(1, 4_999, 5_001).map(wait),
];

test('any history of sends, receives, deletes, time-outs and duplicates is that of one plain ordered list', () => {
  fc.assert(
    fc.property(fc.commands(commands, { maxCommands: 50, size: 'max' }), (history) => {
      const clock = createManualClock(0);
      const setup = () => ({
        model: { now: 0, next: 0, list: [], handles: [], rotation: [] },
        real: { clock, queue: createFifoQueue({ clock }) },
      });
      fc.modelRun(setup, history);
    }),
    { numRuns: 1000 },
  );
});

test('waiting polls lose nothing, repeat nothing and keep each group in order, whatever the interleaving', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('send' as const), group: fc.constantFrom('a', 'b') }),
    fc.record({ do: fc.constant('poll' as const), max: fc.integer({ min: 1, max: 10 }) }),
    fc.record({ do: fc.constant('settle' as const), count: fc.integer({ min: 1, max: 5 }) }),
    fc.record({ do: fc.constant('hang up' as const) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 60 }), (steps) => {
      const queue = createFifoQueue({ clock: createManualClock(0) });
      const seen: Record<string, number[]> = { a: [], b: [] };
      const open: string[] = [];
      const polls: (() => void)[] = [];
      let sent = 0;
      const poll = (max: number, waitMs: number) =>
        queue.receive({ max, waitMs }, (deliveries) => {
          for (const { message, receiptHandle } of deliveries) {
            seen[message.groupId]?.push(Number(message.body));
            open.push(receiptHandle);
          }
        });
      for (const next of steps) {
        if (next.do === 'send') {
          sent += 1;
          queue.send({ groupId: next.group, deduplicationId: `${sent}`, body: `${sent}` });
        } else if (next.do === 'poll') polls.push(poll(next.max, 20_000));
        else if (next.do === 'hang up') polls.shift()?.();
        else for (const handle of open.splice(0, next.count)) queue.delete(handle);
      }
      for (const hangUp of polls) hangUp();
      do for (const handle of open.splice(0)) queue.delete(handle);
      while ((poll(10, 0), open.length > 0));
      const all = Object.values(seen);
      for (const group of all) expect(group).toEqual([...group].sort((left, right) => left - right));
      expect(all.flat().length).toBe(sent);
      expect(new Set(all.flat()).size).toBe(sent);
    }),
    { numRuns: 500 },
  );
});
