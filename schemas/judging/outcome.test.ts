import { expect, test } from 'vitest';
import { warned } from './outcome.ts';

test('a warning says what is odd, and why it is no failure', () => {
  const finding = { message: 'The bill is empty.', expected: 'a line', actual: 'lines: []', cause: 'empty' };
  expect(warned(finding, 'what a bill shows is not finalised')).toEqual({
    ...finding,
    status: 'warned',
    message: 'The bill is empty. Only a warning, since what a bill shows is not finalised.',
  });
  // Nor of what was taken for a failure.
  expect(warned({ ...finding, status: 'failed' } as typeof finding, '').status).toBe('warned');
});
