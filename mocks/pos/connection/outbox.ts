import type { Clock } from '#mocks/time';
import { type EventKind, pathTo } from '#schemas';
import type { JsonObject } from '../../json.ts';
import type { PlatformClient } from './platform-client.ts';

/** Pushes events. A repeat carries the identifier of the first attempt. Events */
export type Outbox = (messageKind: EventKind, body: JsonObject) => Promise<void>;

interface OutboxSettings {
  readonly clock: Clock;
  /** Undefined while the till is not active; then nothing is pushed. */
  readonly client: () => Promise<PlatformClient | undefined>;
  readonly newId: () => string;
  readonly retryPausesMs: readonly number[];
}

export const createOutbox =
  ({ clock, client, newId, retryPausesMs }: OutboxSettings): Outbox =>
  async (messageKind, body) => {
    const id = newId();
    for (const pause of [...retryPausesMs, undefined]) {
      const call = await client();
      const answer = await call?.({
        kind: 'event',
        method: 'POST',
        path: pathTo('event', { messageKind }),
        body,
        headers: { 'X-Message-Id': id },
      });
      const failed = answer !== undefined && (answer.status === undefined || answer.status >= 500);
      if (!failed || pause === undefined) return;
      await clock.sleep(pause);
    }
  };
