import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { builtDocumentation, documentationAddress } from './documentation.ts';

test('reports link to where the documentation is published, or here to the folder it was built into', () => {
  const published = { CONFORMANCE_DOCS: 'https://docs.example/conformance' };
  expect(documentationAddress(published)).toBe('https://docs.example/conformance/');
  expect(documentationAddress({ ...published, CI: 'true' })).toBe('https://docs.example/conformance/');
  expect(documentationAddress({})).toBe(existsSync(builtDocumentation) ? builtDocumentation.href : undefined);
});

test('what a CI job leaves is read elsewhere, where a folder of its machine leads nowhere', () => {
  expect(documentationAddress({ CI: 'true' })).toBeUndefined();
});
