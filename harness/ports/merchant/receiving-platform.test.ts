import { expect, test } from 'vitest';
import { systemClock } from '#mocks/time';
import { platformAddress } from '../../config/platform-address.ts';
import { hostReceivingPlatform } from './receiving-platform.ts';

test.each(['https://tunnel.example', 'https://tunnel.example/'])(
  'a merchant is told to push to %s',
  async (publicUrl) => {
    await using platform = await hostReceivingPlatform({
      options: {},
      address: platformAddress({ publicUrl }),
      clock: systemClock,
      signal: new AbortController().signal,
      recorder: { number: () => 1, record: () => undefined, told: () => undefined },
      scenario: () => 'merchant/basket-change',
      judge: () => true,
      onUnexpected: () => undefined,
    });
    expect(platform.port.url).toBe('https://tunnel.example');
  },
);
