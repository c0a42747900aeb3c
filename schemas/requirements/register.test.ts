import { expect, test } from 'vitest';
import { assumptionIds, assumptions } from './assumptions.ts';
import { addedIn, isScored, registerDigest, registerNames, registerVersion, registerVersions } from './digest.ts';
import { adviceFor } from '../advice/index.ts';
import { requirement, requirementIds } from './index.ts';
import { levels, methods } from './requirement.ts';

/** The specification's own headings, and the named parts of them that rows point to. */
const contents: Readonly<Record<string, readonly string[]>> = {
  'Resources and their fields': [
    'Conventions',
    'Basket',
    'Recalculation / lock request body',
    'Order placement request',
    'Catalogue page',
    'Queue message envelope',
    'POS messages',
  ],
  'States and transitions': ['Queue message handling', 'Basket validity timeline'],
  Endpoints: ['Merchant-hosted', 'Catalogue rules', 'Platform-hosted', 'Queue delivery'],
  Authentication: [],
  Events: ['Change types'],
  Errors: [
    'Basket change errors',
    'Callback responses',
    'Activation failure reasons',
    'Mutation rejection reasons',
    'Bill preparation rejection reasons',
  ],
  Limits: ['Order placement response time'],
};

test.each(requirementIds)('%s says why it matters and what usually mends it', (id) => {
  for (const text of Object.values(adviceFor(id))) expect(text).toMatch(/^.{15,}\.$/u);
});

test.each(requirementIds)('%s says where it stands, what holds and how it is checked', (id) => {
  const { level, clause, rule, check, how, needs, party, capability } = requirement(id);
  expect(levels).toContain(level);
  for (const method of how) expect(methods).toContain(method);
  const [head = '', part] = clause.split(' › ');
  expect(Object.keys(contents)).toContain(head);
  if (part !== undefined) expect(contents[head]).toContain(part);
  expect(rule).toMatch(/^.{15,}\.$/u);
  expect(check).toMatch(/^.{15,}\.$/u);
  if (how.includes('trigger')) expect((needs ?? []).some((key) => /^triggers\.|\.fixtures\./u.test(key))).toBe(true);
  if (party !== 'platform') expect(needs?.length).toBeGreaterThan(0);
  if (capability !== undefined) expect(capability).toMatch(new RegExp(`^${party}\\.`, 'u'));
});

test('assumption ids are stable, and each says what is open, what is assumed and, where it can be changed, how', () => {
  expect([...assumptionIds].sort()).toMatchSnapshot();
  for (const id of assumptionIds) {
    const { point, fallback, key } = assumptions[id];
    expect(point).toMatch(/\.$/u);
    expect(fallback).not.toBe('');
    if (key === undefined) continue;
    expect(key).toMatch(/^(?:assumptions\.assume\/|platform\.|merchant\.|queue\.)/u);
    if (key.startsWith('assumptions.'))
      expect([`assumptions.${id}`, 'assumptions.assume/unfinalised-shapes']).toContain(key);
  }
});

test('a row that is added, goes or changes needs a new version of the register', () => {
  const [version, { digest } = { digest: '' }] = Object.entries(registerVersions).at(-1) ?? [];
  expect(registerVersion).toBe(version);
  expect(
    registerDigest(),
    `The rows are no longer those of version ${version}: add the next one to schemas/requirements/digest.ts, with this digest.`,
  ).toBe(digest);
});

test('each row is as old as the version that asked for it first: add the ids of a new version to `added` in digest.ts', () => {
  const [first = ''] = registerNames;
  expect(requirementIds.filter((id) => addedIn(id) === first)).toMatchSnapshot();
});

test('an older version scores the rows it had, and one that nobody knows scores all of them', () => {
  const scored = (by: string | undefined): number => requirementIds.filter((id) => isScored(id, by)).length;
  const later = requirementIds.length - scored('1.15.0');
  expect(requirementIds.filter((id) => !isScored(id, '1.15.0'))).toContain('basket/same-everywhere');
  expect(later).toBe(requirementIds.filter((id) => addedIn(id).startsWith('2.')).length);
  expect(scored('1.0.1')).toBeLessThan(scored('1.2.0'));
  expect([scored(undefined), scored(registerVersion), scored('9.0.0')]).toEqual(
    Array.from({ length: 3 }, () => requirementIds.length),
  );
});
