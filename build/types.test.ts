import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { generate } from './types.ts';

test('the generated types are those of the schema files', async () => {
  for (const [file, text] of Object.entries(await generate())) expect(readFileSync(file, 'utf8')).toBe(text);
});
