import type { Judgement } from '#schemas';
import { type Exchange, noBody } from '#traffic';
import { type Kept, textOf, toExchange } from './kept.ts';

export type Judgements = readonly Judgement[];
/** What a platform's tap tells; the ring numbers it. */
export type Unnumbered = Omit<Exchange, 'n'>;

export interface RingOptions {
  readonly most: number;
  /** Says what an exchange shows by itself. */
  readonly judge: (exchange: Exchange) => Judgements;
  /** Says what it shows about those before it; told of each once, in their order. */
  readonly follow: (exchange: Exchange) => Judgements;
  readonly onNews: (id: number, news: 'exchange' | 'verdict') => void;
}

const nothing: Judgements = [];
const followedAtOnce = 64;

/** What a reader is shown of a body, in bytes. */
export const shownBytes = 64 * 1024;
/** More than any secret is long: a body is redacted before it is cut, so that no half of a secret stays. */
const keptBytes = shownBytes + 4 * 1024;

/**
 * The bytes of exchanges lie in large buffers, since the collector copies the objects that stay: to keep ten thousand pairs
 * of headers cost 2.6 us a call, and to write them into a buffer 1.0.
 */
const bufferBytes = 256 * 1024;
/** 32 MiB together, whatever the bodies are. */
const mostBuffers = 128;

/** The last exchanges, by ascending numbers from 1; older ones are forgotten, so that memory stays flat. */
export const createRing = ({ most, judge, follow, onNews }: RingOptions) => {
  const slots: (Kept | undefined)[] = [];
  let buffer = Buffer.alloc(0);
  let bufferNumber = 0;
  let used = 0;
  let oldest = 1;
  let newest = 0;
  /** The last of those that were followed, which is work that waits until somebody looks. */
  let followed = 0;

  const at = (id: number): Kept | undefined => (id >= oldest && id <= newest ? slots[(id - 1) % most] : undefined);

  const keep = ({ request, response, at, answeredAt, sender, call, failure, facts }: Unnumbered): Kept => {
    const head = `${request.method}\n${request.url}${textOf(request.headers)}`;
    const answerHead = response === undefined ? '' : textOf(response.headers);
    const asked = request.body.bytes;
    const answered = response?.body.bytes ?? noBody.bytes;
    const bodyLength = Math.min(asked.byteLength, keptBytes);
    const answerLength = Math.min(answered.byteLength, keptBytes);
    const length = head.length + bodyLength + answerHead.length + answerLength;
    if (used + length > buffer.byteLength) {
      buffer = Buffer.allocUnsafeSlow(Math.max(bufferBytes, length));
      bufferNumber += 1;
      used = 0;
    }
    const start = used;
    const body = start + head.length;
    const responseStart = body + bodyLength;
    const answer = responseStart + answerHead.length;
    const end = answer + answerLength;
    buffer.write(head, start, 'latin1');
    copy(asked, bodyLength, body);
    if (answerHead !== '') buffer.write(answerHead, responseStart, 'latin1');
    copy(answered, answerLength, answer);
    used = end;
    return {
      at,
      answeredAt,
      sender,
      call,
      failure,
      facts,
      status: response?.status,
      buffer,
      bufferNumber,
      start,
      body,
      response: responseStart,
      answer,
      end,
      isBodyCut: request.body.truncated || bodyLength < asked.byteLength,
      isAnswerCut: response?.body.truncated === true || answerLength < answered.byteLength,
      judgements: undefined,
      followed: nothing,
    };
  };

  const copy = (from: Uint8Array, length: number, to: number): void => {
    if (length === 0) return;
    buffer.set(length < from.byteLength ? from.subarray(0, length) : from, to);
  };

  /** What a law says stays with the exchange that it is about: not always the one that made it speak. */
  const followOne = (exchange: Exchange, kept: Kept): void => {
    kept.followed = follow(exchange).filter((judgement) => {
      const { outcome } = judgement;
      const n = 'exchanges' in outcome ? (outcome.exchanges?.at(-1) ?? exchange.n) : exchange.n;
      const earlier = n === exchange.n ? undefined : at(n);
      if (earlier === undefined) return true;
      earlier.followed = [...earlier.followed, judgement];
      onNews(n, 'verdict');
      return false;
    });
  };

  const followUpTo = (last: number): void => {
    for (; followed < last; followed++) {
      const kept = at(followed + 1);
      if (kept !== undefined) followOne(toExchange(followed + 1, kept), kept);
    }
  };

  /** What comes later may rest on it. */
  const forget = (): void => {
    // Many at once: what a law needs is at hand then, and each by itself would cost a third more.
    if (followed < oldest) followUpTo(Math.min(newest, oldest + followedAtOnce));
    // Its place is not taken before as many more have come: until then it would keep its buffer.
    slots[(oldest - 1) % most] = undefined;
    oldest += 1;
  };

  return {
    add(seen: Unnumbered) {
      const kept = keep(seen);
      const n = newest + 1;
      // It can be judged only while it is whole.
      if (kept.isBodyCut || kept.isAnswerCut) {
        followUpTo(newest);
        const whole = { ...seen, n };
        kept.judgements = judge(whole);
        followOne(whole, kept);
        followed = n;
      }
      if (n - oldest >= most) forget();
      newest = n;
      slots[(n - 1) % most] = kept;
      while (bufferNumber - (at(oldest)?.bufferNumber ?? bufferNumber) >= mostBuffers) forget();
      onNews(newest, 'exchange');
    },
    get(id: number) {
      const kept = at(id);
      return kept && toExchange(id, kept);
    },
    /** Of the oldest that is kept, and of the newest. */
    range: () => [oldest, newest] as const,
    /** What the register says about an exchange, by itself and after those before it: found out when asked, and remembered. */
    judged(id: number): Judgements {
      const kept = at(id);
      if (kept === undefined) return [];
      followUpTo(newest);
      kept.judgements ??= judge(toExchange(id, kept));
      return [...kept.judgements, ...kept.followed];
    },
  };
};
