import type { PosScenario } from '#scenarios';
import { posScenarios } from '#scenarios';

const areas = ['listings', 'table', 'submission', 'bill', 'payment', 'events', 'tips'];

/** The scenarios about commands and their results, in the order of a run. */
export const commandScenarios: readonly PosScenario[] = posScenarios.filter(({ covers }) =>
  covers.every((id) => areas.includes(id.split('/')[0] ?? '')),
);
