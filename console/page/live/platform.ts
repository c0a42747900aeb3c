import { signal } from '@preact/signals';
import type { LocationState, PlatformState, StreamEvent } from '#schemas';
import { sawPlatformTime, setPlatformTime } from './clock.ts';
import { control } from './control-api.ts';
import { follow } from './journal.ts';
import { oneAtATime } from './one-at-a-time.ts';

/** What the platform knows, as of a moment ago. */
export const platform = signal<PlatformState | undefined>(undefined);

export interface Health {
  readonly at: number;
  readonly healthy: boolean;
  readonly software: string;
}
/** The last health report of each location since the page was opened or the journal begins. */
export const health = signal<ReadonlyMap<string, Health>>(new Map());

/** Whether a till is there; one that has reported before and does so no longer is silent. */
export const availabilityOf = ({
  integrationProfileId,
  posAvailable,
}: Pick<LocationState, 'integrationProfileId' | 'posAvailable'>): string =>
  posAvailable ? 'POS available' : health.value.has(integrationProfileId) ? 'silent' : 'no POS';

const changing: readonly StreamEvent['kind'][] = [
  'command',
  'queue-change',
  'callback',
  'capability',
  'activation',
  'test-call',
  'pos-event',
  'tip-recipient',
];
const atMostEveryMs = 300;

export const refreshPlatform = oneAtATime(async () => {
  const state = await control('GET /state');
  setPlatformTime(state.now);
  platform.value = state;
}, atMostEveryMs);

follow((entries) => {
  sawPlatformTime(entries.at(-1)?.event.at ?? 0);
  const reports = entries.flatMap(({ event }) => (event.kind === 'health' ? [event] : []));
  if (reports.length > 0) {
    const next = new Map(health.value);
    for (const { integrationProfileId, body, at } of reports) {
      const { healthy, softwareName, softwareVersion } = Object(body) as Readonly<Record<string, unknown>>;
      next.set(integrationProfileId, {
        at,
        healthy: healthy === true,
        software: `${String(softwareName)} ${String(softwareVersion)}`,
      });
    }
    health.value = next;
  }
  if (entries.some(({ event }) => changing.includes(event.kind))) void refreshPlatform();
});
