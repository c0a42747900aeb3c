import { Validator } from '@seriousme/openapi-schema-validator';
import { expect, test } from 'vitest';
import { commandKinds } from '../commands.ts';
import { asyncApi } from './async-api.ts';
import { componentSchemas } from './components.ts';
import { schemaOf } from '../shapes/load.ts';
import { openApi } from './open-api.ts';
import { folderOf, shapeNames } from '../shapes/names.ts';

const references = (value: unknown): readonly string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (key === '$ref' ? [String(item)] : references(item)));
};

const resolves = (document: unknown, reference: string): boolean =>
  reference
    .replace('#/', '')
    .split('/')
    .reduce<unknown>((value, key) => (value as Readonly<Record<string, unknown>> | undefined)?.[key], document) !==
  undefined;

test('the OpenAPI document is valid OpenAPI 3.1', async () => {
  const validated = await new Validator().validate(structuredClone(openApi()));
  expect(validated.errors ?? []).toEqual([]);
  expect(validated.valid).toBe(true);
});

test('configured paths take the place of the assumed ones', () => {
  const { paths } = openApi({ health: '/beat' }) as { paths: Readonly<Record<string, unknown>> };
  expect(Object.keys(paths)).toContain('/beat');
  expect(Object.keys(paths)).not.toContain('/merchant/v1/pos/health');
});

test.each([
  ['OpenAPI', openApi()],
  ['AsyncAPI', asyncApi()],
])('every reference of the %s document resolves', (_, document) => {
  const found = references(document);
  expect(found.length).toBeGreaterThan(50);
  expect(found.filter((reference) => !resolves(document, reference))).toEqual([]);
  expect(found.filter((reference) => reference.includes('undefined'))).toEqual([]);
});

test('every command is a message of the queue, and all but BillPaymentFailed have a reply', () => {
  const { operations } = asyncApi() as { operations: Readonly<Record<string, { reply?: unknown }>> };
  const silent = Object.entries(operations).filter(([, { reply }]) => reply === undefined);
  expect(Object.keys(operations)).toHaveLength(commandKinds.length);
  expect(silent.map(([name]) => name)).toEqual(['receiveBillPaymentFailed']);
});

test('no component hides another of the same title', () => {
  const wire = shapeNames.filter((shape) => folderOf(shape) === 'wire').map((shape) => schemaOf(shape));
  const parts = wire.map(({ $defs }) => Object.keys($defs ?? {}).length).reduce((sum, count) => sum + count, 0);
  expect(Object.keys(componentSchemas())).toHaveLength(wire.length + parts);
});
