import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generate } from './types.ts';

test('the generated types are those of the schema files', async () => {
  expect(readFileSync('schemas/shapes/types.gen.ts', 'utf8')).toBe(await generate());
});
