import type { IncomingMessage, RequestListener } from 'node:http';

/** What is counted of bodies that are being read. */
export interface TurnLimits {
  /** Bytes that are read at once. One is read however large it is. */
  readonly most: number;
  /** What declares no more than this waits for nobody. */
  readonly small: number;
  /** As what a body counts that declares no length. */
  readonly undeclared: number;
  /** How often it is looked who has stopped sending, in milliseconds. */
  readonly lookMs: number;
}

const usual: TurnLimits = { most: 8 * 2 ** 20, small: 64 * 1024, undeclared: 4 * 2 ** 20, lookMs: 1000 };

/** Between two looks; who sends less has no turn any more, and is read on beside the others. */
const fewBytes = 64 * 1024;
/** Nor has who took so many looks, however much he sends. */
const mostLooks = 5;

interface Turn {
  readonly bytes: number;
  looks: number;
  received: number;
}

/**
 * Has large bodies read a few at a time, in the order in which they came, so that what lies half-read in memory is bounded.
 * The others wait where they are, unread, in the buffers of their sockets.
 */
export const largeInTurn = (listener: RequestListener, limits: TurnLimits = usual): RequestListener => {
  const reading = new Map<IncomingMessage, Turn>();
  const waiting = new Map<IncomingMessage, { readonly bytes: number; readonly begin: () => void }>();
  let taken = 0;
  let watching: NodeJS.Timeout | undefined;

  const leave = (incoming: IncomingMessage): void => {
    taken -= reading.get(incoming)?.bytes ?? 0;
    reading.delete(incoming);
    waiting.delete(incoming);
    admit();
  };
  const begin = (incoming: IncomingMessage, bytes: number): void => {
    taken += bytes;
    reading.set(incoming, { bytes, looks: 0, received: incoming.socket.bytesRead });
  };
  const hasRoom = (bytes: number): boolean => taken === 0 || taken + bytes <= limits.most;
  const admit = (): void => {
    for (const [incoming, { bytes, begin: start }] of waiting) {
      if (!hasRoom(bytes)) break;
      waiting.delete(incoming);
      begin(incoming, bytes);
      start();
    }
    if (waiting.size > 0) watching ??= setInterval(look, limits.lookMs);
    else {
      clearInterval(watching);
      watching = undefined;
    }
  };
  // Not before the sockets were read: where we ourselves were busy for long, a timer comes first.
  const look = (): void => void setImmediate(() => setImmediate(dismiss));
  const dismiss = (): void => {
    for (const [incoming, turn] of reading) {
      const { bytesRead } = incoming.socket;
      turn.looks += 1;
      if (turn.looks >= mostLooks || bytesRead - turn.received < fewBytes) {
        taken -= turn.bytes;
        reading.delete(incoming);
      }
      turn.received = bytesRead;
    }
    admit();
  };

  return (incoming, outgoing) => {
    const declared = Number(incoming.headers['content-length'] ?? 0);
    const bytes = incoming.headers['transfer-encoding'] === undefined ? declared : limits.undeclared;
    if (bytes <= limits.small) return listener(incoming, outgoing);
    // Once whoever reads it has had its say.
    const over = (): void => void setImmediate(leave, incoming);
    incoming.once('end', over).once('close', over);
    waiting.set(incoming, { bytes, begin: () => listener(incoming, outgoing) });
    return admit();
  };
};
