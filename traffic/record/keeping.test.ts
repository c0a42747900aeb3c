import { expect, test } from 'vitest';
import { toBody } from '../body/body.ts';
import { createKeeping } from './recorded.ts';

const exchange = (operation: string, kibibytes: number) => ({
  operation,
  response: { status: 200, headers: {}, body: toBody(Buffer.alloc(kibibytes * 1024, ' ')) },
});

test('pages are kept whole until there is a MiB of them, and of the others the beginning', () => {
  const keeping = createKeeping();
  const kept = (operation: string, kibibytes: number): number => keeping(exchange(operation, kibibytes)) / 1024;
  expect(kept('catalogue', 65)).toBe(2);
  for (let page = 0; page < 32; page++) expect(kept('catalogue', 32)).toBe(64);
  expect(kept('catalogue', 3)).toBe(2);
  expect(kept('order', 3)).toBe(64);
});
