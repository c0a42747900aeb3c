import { expect, test } from 'vitest';
import { repeatSecrets } from './leaks.ts';
import { servePlatform } from './served-platform.ts';
import { createTally } from './tally.ts';

test('what is secret is shown nowhere, wherever and however a stranger sends it back', {
  timeout: 120_000,
}, async () => {
  const tally = createTally();
  await using platform = await servePlatform();
  await repeatSecrets(platform, await platform.activated('bar'), tally);
  expect(tally.inputs).toBeGreaterThan(300);
  expect(tally.leaks).toEqual([]);
});
