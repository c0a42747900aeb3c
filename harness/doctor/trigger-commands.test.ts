import { expect, test } from 'vitest';
import { commandChecks, programOf } from './trigger-commands.ts';

test.each([
  ['till activate {{pinCode}}', 'till'],
  ['SHOP=a ./change-product {{productId}}', './change-product'],
  ['"my till" activate', undefined],
  ['$TILL activate', undefined],
  ['', undefined],
])('%s begins with %s', (template, program) => {
  expect(programOf(template)).toBe(program);
});

test('a command that does not exist is told with its key, and one that does is not run', async () => {
  const triggers = { createBasket: { command: 'no-such-command-here x' }, changeProduct: { command: 'false' } };
  expect(await commandChecks(triggers)).toEqual([
    {
      name: 'triggers',
      status: 'hint',
      key: 'triggers.createBasket',
      message: expect.stringContaining('no-such-command-here'),
    },
  ]);
});
