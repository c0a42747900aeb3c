import { expect, test } from 'vitest';
import { equivalenceOf } from '../equivalent/mutants.ts';
import type { Change } from './changes.ts';
import { createEditor } from './editor.ts';
import type { Json } from './places.ts';
import { planOf } from './plan.ts';

/** What becomes of messages, and the changes that were told. */
const through = (text: string, bodies: readonly Json[]) => {
  const plan = planOf(text);
  const changes: Change[] = [];
  const editor = createEditor(plan, (change) => changes.push(change));
  const sent = bodies.map((body) => {
    const decision = editor.decide(plan.operation, JSON.stringify(body), true);
    return decision === undefined ? body : decision.do === 'send' ? (JSON.parse(decision.text) as Json) : decision.do;
  });
  return { sent, changes, allowed: changes.map((change) => equivalenceOf(plan, change) !== undefined) };
};

const lines = (...quantities: readonly number[]) => ({
  products: quantities.map((quantity) => ({ id: 'p', quantity })),
});

test.for([
  ['/products/*/quantity change all all', lines(2, 4)],
  ['/products/*/quantity change first all', lines(2, 3)],
  ['/products/* drop all all', { products: [] }],
  [
    '/products/*/quantity rename first all',
    {
      products: [
        { id: 'p', quantity_: 1 },
        { id: 'p', quantity: 3 },
      ],
    },
  ],
  ['/products/* duplicate first all', lines(1, 1, 3)],
  ['/products reorder all all', lines(3, 1)],
  ['/products retype all all', { products: { 0: { id: 'p', quantity: 1 }, 1: { id: 'p', quantity: 3 } } }],
  [
    '/products/*/id long first all',
    {
      products: [
        { id: 'p'.padEnd(300, 'x'), quantity: 1 },
        { id: 'p', quantity: 3 },
      ],
    },
  ],
  ['(message) retype all all', [lines(1, 3)]],
  ['(message) drop all all', 'lose'],
] as const)('%s', ([operator, after]) => {
  expect(through(`merchant granite recalculation ${operator}`, [lines(1, 3)]).sent).toEqual([after]);
});

test('an earlier value comes again in the place where it stood', () => {
  const { sent, changes } = through('merchant granite recalculation /products/*/quantity replay all all', [
    lines(1),
    lines(1),
    lines(2),
    lines(3),
  ]);
  expect(sent).toEqual([lines(1), lines(1), lines(1), lines(2)]);
  expect(changes.map(({ occurrence }) => occurrence)).toEqual([1, 2]);
});

test('only what the operator changes is an occurrence', () => {
  const { sent } = through('merchant granite recalculation /loggedUser drop all only 2', [
    lines(1),
    { loggedUser: 'a' },
    lines(1),
    { loggedUser: 'b' },
    { loggedUser: 'c' },
  ]);
  expect(sent).toEqual([lines(1), { loggedUser: 'a' }, lines(1), {}, { loggedUser: 'c' }]);
});

test.for([
  ['merchant granite retrieval /loggedUser drop all all', { loggedUser: 'a' }, true],
  ['merchant granite retrieval /loggedUser rename all all', { loggedUser: 'a' }, false],
  ['merchant granite retrieval /price/basketValue lower all all', { price: { basketValue: 1 } }, true],
  ['merchant granite retrieval /price/basketValue negate all all', { price: { basketValue: 1 } }, false],
  ['merchant granite recalculation /products/*/quantity change all all', lines(1), false],
  ['merchant granite catalogue /products reorder all all', lines(1, 2), false],
  ['merchant granite order (message) delay all all', {}, false],
  ['merchant granite lock (message) delay all all', {}, true],
  ['pos copper BillPreparationRequested/result /bill/totals/sum drop all all', { bill: { totals: { sum: 1 } } }, true],
  ['pos copper BillPreparationRequested/result /bill/totals drop all all', { bill: { totals: { sum: 1 } } }, false],
] as const)('%s on %j is allowed: %s', ([text, body, isAllowed]) => {
  expect(through(text, [body as Json]).allowed).toEqual([isAllowed]);
});

test.for([
  ['merchant granite basketChange (message) drop all only 1', {}, undefined],
  ['merchant granite basketChange (message) drop all all', {}, true],
  ['pos quartz ActivatePos (message) delay all all', {}, true],
  ['pos quartz OrderSubmissionRequested/result (message) delay all all', {}, undefined],
  ['pos quartz ProductListingsUpdated /listings/*/soldOut change all all', { listings: [{ soldOut: false }] }, true],
] as const)('%s with %j may be told of: %s', ([text, body, mayBeTold]) => {
  const plan = planOf(text);
  const { changes } = through(text, [body as Json]);
  expect(changes.map((change) => equivalenceOf(plan, change)?.mayBeTold)).toEqual([mayBeTold]);
});
