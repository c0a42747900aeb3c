import { expect, test } from 'vitest';
import { schemaOf } from './load.ts';
import { shapeNames } from './shapes.ts';
import { validate } from './validate.ts';

test.each(shapeNames)('the examples of %s hold', (shape) => {
  const { examples, title } = schemaOf(shape) as { examples?: readonly unknown[]; title?: string };
  expect(title).toMatch(/^[A-Z]/u);
  for (const example of examples ?? []) expect(validate(shape, example)).toEqual([]);
});
