import type { ExchangeSummary, StreamEvent } from '#schemas';
import type { Row } from './row.ts';
import { callbackStep, plainStep, queueStep, type Step } from './steps.ts';

/** What belongs together, in the order of cause. */
export interface Story {
  readonly key: string;
  readonly kind: 'command' | 'checkout' | 'walk';
  title: string;
  /** The message id, the order's, or the shop's. */
  readonly id: string;
  /** Everything that was told of it. */
  rows: Row[];
  steps: Step[];
}

export const commandKey = (messageId: string): string => `m-${messageId}`;

/** Puts what happens into stories: a command by its message id, a checkout by its order, the pages of a catalogue by their walk. */
export const createStories = () => {
  const stories = new Map<string, Story>();
  const ownId = new Map<string, string>();
  /** What happened to a queue message of which it is not said yet what it carries: a waiting poll is faster. */
  const unclaimed = new Map<string, Row[]>();
  /** Results that were told to be repeats, before their exchange is. */
  const repeats = new Map<string, number>();
  /** The order of the last basket scanned or shown, by shop and basket. */
  const orderOf = new Map<string, string>();
  const scanned = new Map<string, string[]>();
  const walks = new Map<string, number>();
  const storiesOf = new WeakMap<Row, readonly Story[]>();

  const story = (key: string, kind: Story['kind'], title: string, id: string): Story => {
    const known = stories.get(key);
    if (known !== undefined) {
      if (title !== '') known.title = title;
      return known;
    }
    const made: Story = { key, kind, title, id, rows: [], steps: [] };
    stories.set(key, made);
    return made;
  };
  const command = (messageId: string, kind = ''): Story => story(commandKey(messageId), 'command', kind, messageId);

  const keep = (to: Story, row: Row): void => {
    to.rows.push(row);
    storiesOf.set(row, [...(storiesOf.get(row) ?? []), to]);
  };

  const tell = (to: Story, row: Row, step?: Omit<Step, 'row'>): Story => {
    keep(to, row);
    if (step !== undefined) to.steps.push({ ...step, row });
    return to;
  };

  const queued = (to: Story, row: Row): Story => {
    const step = queueStep(row);
    return tell(to, row, step);
  };

  const claim = (sqsId: string, messageId: string): void => {
    ownId.set(sqsId, messageId);
    for (const row of unclaimed.get(sqsId) ?? []) queued(command(messageId), row);
    unclaimed.delete(sqsId);
  };

  const exchange = (seen: ExchangeSummary, row: Row): readonly Story[] => {
    if (seen.party === 'merchant' && seen.direction === 'sent')
      return seen.shop === undefined ? callInRun(seen, row) : shopCall(seen, seen.shop, row);
    const { call, messageId, messageKind } = seen;
    const messages = seen.messages ?? (messageId === undefined ? [] : [{ messageId, messageKind }]);
    if (call === 'receiveMessage')
      return messages.map((one) => linked(command(one.messageId, one.messageKind), 'delivered', row));
    if (call === 'deleteMessage' || call === 'deleteMessageBatch')
      return messages.map((one) => linked(command(one.messageId), 'deleted', row));
    if (call !== 'callback' || messageId === undefined) return [];
    return [tell(command(messageId, messageKind), row, callbackStep(row, takeRepeat(messageId)))];
  };

  /** An exchange is told after what happened in it: it is of the oldest step of its kind that has none. */
  const linked = (to: Story, what: 'delivered' | 'deleted', row: Row): Story => {
    const index = to.steps.findIndex((step) => step.what === what && step.row.event.kind !== 'exchange');
    const step = to.steps[index];
    const ours = row.injected === undefined ? {} : { tone: 'ours' as const, facts: `fault of ours: ${row.injected}` };
    if (step !== undefined) {
      keep(to, row);
      to.steps[index] = { ...step, ...ours, row };
      return to;
    }
    const title = what === 'delivered' ? 'Delivered' : 'Deleted by the POS';
    const refused = row.status !== undefined && row.status >= 400;
    return tell(to, row, {
      what: refused ? 'other' : what,
      title: refused ? `${row.title}: ${row.status}` : title,
      facts: row.facts,
      tone: refused || row.failed ? 'bad' : what === 'deleted' ? 'good' : 'plain',
      ...ours,
    });
  };

  const takeRepeat = (messageId: string): boolean => {
    const count = repeats.get(messageId) ?? 0;
    if (count > 0) repeats.set(messageId, count - 1);
    return count > 0;
  };

  const shopCall = (seen: ExchangeSummary, shop: string, row: Row): readonly Story[] => {
    if (seen.call === 'catalogue') return [tell(walk(shop), row, plainStep(row))];
    const place = `${shop} ${seen.basketId ?? ''}`;
    const fresh = seen.call === 'retrieval' ? scanned.get(shop)?.shift() : undefined;
    const order = seen.oaOrderId ?? fresh ?? orderOf.get(place);
    if (order === undefined) return [];
    if (seen.basketId !== undefined) orderOf.set(place, order);
    return [tell(checkout(order, shop), row, plainStep(row))];
  };
  /** A run scans the same basket in several scenarios, and tells of no walk that it is over. */
  const callInRun = (seen: ExchangeSummary, row: Row): readonly Story[] => {
    const { place } = row;
    const { basketId } = seen;
    if (seen.call === 'catalogue') {
      const isFirst = !new URL(seen.url, 'http://shop').searchParams.has('checkpoint');
      if (isFirst) walks.set(place, (walks.get(place) ?? 0) + 1);
      return [tell(walk(place), row, plainStep(row))];
    }
    if (basketId === undefined) return [];
    return [tell(story(`b-${place}-${basketId}`, 'checkout', `Basket ${basketId}`, basketId), row, plainStep(row))];
  };
  const checkout = (order: string, shop: string): Story =>
    story(`o-${order}`, 'checkout', `Checkout at ${shop}`, order);
  const walk = (shop: string): Story => {
    const number = walks.get(shop) ?? 1;
    walks.set(shop, number);
    return story(`w-${shop}-${number}`, 'walk', `Catalogue of ${shop}`, shop);
  };

  return {
    /** What a message of the queue carries, where nobody told. */
    claim,
    of: (key: string) => stories.get(key),
    /** The same row with what was found out about it meanwhile. */
    replace(row: Row, judged: Row) {
      const telling = storiesOf.get(row) ?? [];
      storiesOf.set(judged, telling);
      for (const story of telling) {
        story.rows = story.rows.map((each) => (each === row ? judged : each));
        story.steps = story.steps.map((step) => (step.row === row ? { ...step, row: judged } : step));
      }
    },
    /** Those it is of; none: it stands for itself. Undefined: it waits until it is known whose it is. */
    take(event: StreamEvent, row: Row | undefined) {
      switch (event.kind) {
        case 'command': {
          const { messageId, messageKind, sqsMessageId, again } = event;
          if (row === undefined) return [];
          const to = command(messageId, messageKind);
          if (again)
            tell(to, row, { what: 'sent', title: 'Sent once more', facts: 'as a second queue message', tone: 'plain' });
          else {
            // A waiting poll is faster than whoever tells that it was sent.
            to.rows.push(row);
            to.steps.unshift({ what: 'sent', title: 'Sent', facts: '', tone: 'plain', row });
          }
          claim(sqsMessageId, messageId);
          return [to];
        }
        case 'callback':
          if (event.repeated) repeats.set(event.messageId, (repeats.get(event.messageId) ?? 0) + 1);
          return [];
        case 'queue-change': {
          const { change } = event;
          const sqsId = change.change === 'held-by-group' ? change.by : 'messageId' in change ? change.messageId : '';
          if (sqsId === '' || row === undefined) return [];
          const messageId = ownId.get(sqsId);
          if (messageId !== undefined) return [queued(command(messageId), row)];
          unclaimed.set(sqsId, [...(unclaimed.get(sqsId) ?? []), row]);
          return undefined;
        }
        case 'api-fault': {
          const to = stories.get(commandKey(decodeURIComponent(event.path.split('/').at(-1) ?? '')));
          return to === undefined || row === undefined ? [] : [tell(to, row)];
        }
        case 'checkout': {
          const { shop, oaOrderId, phase } = event;
          if (phase === 'retrieving' && !stories.has(`o-${oaOrderId}`))
            scanned.set(shop, [...(scanned.get(shop) ?? []), oaOrderId]);
          return row === undefined ? [] : [tell(checkout(oaOrderId, shop), row, plainStep(row))];
        }
        case 'catalogue-sync': {
          const { shop } = event;
          const to = walk(shop);
          walks.set(shop, (walks.get(shop) ?? 1) + 1);
          return row === undefined ? [] : [tell(to, row, plainStep(row))];
        }
        case 'exchange':
          return row === undefined ? [] : exchange(event, row);
        default:
          return [];
      }
    },
  };
};
