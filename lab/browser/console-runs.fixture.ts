import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { consolePage } from '#console';
import { createConsoleRuns } from '#harness/console-runs/console-runs';
import { createRecordedPlatform } from '#harness/console-runs/recorded-platform';
import { type Clock, systemClock } from '#mocks/time';
import type { Config } from '#schemas';
import { testFolder } from '../doubles/test-folder.ts';

/** A platform whose page certifies what a configuration says, in a folder of its own, by the clock of its target. */
export const hostRuns = (config: Config, clock: Clock = systemClock) => {
  const cwd = testFolder();
  writeFileSync(join(cwd, 'conformance.yaml'), JSON.stringify(config));
  const certification = createConsoleRuns({
    config: undefined,
    cwd,
    env: {},
    out: join(cwd, 'results'),
    now: () => Date.now(),
    taken: () => [],
    clock,
  });
  const platform = createRecordedPlatform({ clock: systemClock, ports: { certification, page: consolePage() } });
  return { platform, [Symbol.asyncDispose]: () => certification[Symbol.asyncDispose]() };
};
