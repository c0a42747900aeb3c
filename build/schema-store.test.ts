import { Ajv } from 'ajv';
import { parse } from 'yaml';
import { merchantTemplate, tillTemplate } from '#harness/cli/commands/init-template';
import { createReferenceMerchant } from '#mocks/merchant';
import { systemClock } from '#mocks/time';
import { type JsonSchema, schemaOf } from '#schemas';
import { expect, test } from 'vitest';
import { catalogEntry, storeSchema } from './schema-store.ts';

const schema = storeSchema(schemaOf('config'));
// As SchemaStore checks: draft-07 in Ajv's strict mode, where an unknown keyword or format is refused.
const validate = new Ajv({ strict: true, allErrors: true, formats: { date: true } }).compile(schema);

const partsOf = (value: unknown): readonly JsonSchema[] =>
  typeof value === 'object' && value !== null ? [value as JsonSchema, ...Object.values(value).flatMap(partsOf)] : [];

test('the schema is what SchemaStore takes: draft-07, one address, and nothing beside a reference', () => {
  expect(schema).toMatchObject({ $schema: 'http://json-schema.org/draft-07/schema#', $id: catalogEntry.url });
  expect(JSON.stringify(schema)).not.toContain('$defs');
  expect(partsOf(schema).filter((part) => '$ref' in part && Object.keys(part).length > 1)).toEqual([]);
  expect(Object.keys(Object(schema['properties']))).toEqual(Object.keys(Object(schemaOf('config')['properties'])));
});

test('the entry of the catalogue has what that asks for, and matches no file but ours', () => {
  expect(Object.keys(catalogEntry).sort()).toEqual(['description', 'fileMatch', 'name', 'url']);
  expect(catalogEntry.url).toMatch(/^https:\/\/www\.schemastore\.org\/[a-z]+\.json$/);
  expect(catalogEntry.fileMatch).toEqual(['conformance.yaml']);
  expect(catalogEntry.description).not.toMatch(/schema|\.$/i);
});

const known = {
  name: 'Shop',
  basketUrl: 'http://s/b',
  recalculateUrl: 'http://s/r',
  orderUrl: 'http://s/o',
  catalogueUrl: 'http://s/c',
};
test.each<[string, unknown]>([
  ['what init writes for a shop', parse(merchantTemplate({ ...known, basketIds: ['demo-1'] }))],
  ['what init writes for a till', parse(tillTemplate({ name: 'Till', merchantTaxId: '5250000001' }))],
  ['the practice shop', createReferenceMerchant({ variant: 'granite', clock: systemClock }).configuration('http://s')],
  ...(schemaOf('config')['examples'] as readonly unknown[]).map((example): [string, unknown] => [
    'an example',
    example,
  ]),
])('%s is right by it', (_, config) => {
  expect(validate(config) ? [] : validate.errors).toEqual([]);
});

test.each<[string, unknown]>([
  ['an unknown key', { merchnat: {} }],
  ['an unknown key inside', { merchant: { basketUrls: 'http://s' } }],
  ['another type', { merchant: { basketUrl: 7 } }],
  ['an unknown level', { severity: { 'order/idempotent': 'may' } }],
  ['a trigger of no kind', { triggers: { createBasket: {} } }],
])('%s is wrong by it', (_, config) => {
  expect(validate(config)).toBe(false);
});
