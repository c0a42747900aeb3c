import { expect, test } from 'vitest';
import {
  calls,
  defaultPaths,
  endpointOf,
  merchantCall,
  merchantCallNames,
  pathsOf,
  pathTo,
  platformCall,
  platformCallNames,
} from './calls.ts';
import { assumptions } from './requirements/assumptions.ts';
import { schemaOf } from './shapes/load.ts';

test('a path that is not shown is the one its assumption names, under a key of the configuration', () => {
  const keys = platformCallNames.flatMap((name) => {
    const { path, configured } = platformCall(name);
    if (configured === undefined) return [];
    const { fallback, key } = assumptions[configured.assumption];
    expect(fallback).toContain(path);
    expect(key).toBe(`platform.paths.${configured.key}`);
    expect(defaultPaths[configured.key]).toBe(path);
    return [configured.key];
  });
  expect(keys.toSorted()).toEqual(Object.keys(defaultPaths).toSorted());
});

test.each(merchantCallNames)('%s is called where the configuration says', (name) => {
  expect(JSON.stringify(schemaOf('config'))).toContain(`"${merchantCall(name).address}":`);
});

test('a configured path takes the place of the assumed one, and parameters are encoded', () => {
  expect(pathsOf({ health: '/beat', events: undefined })).toEqual({ ...defaultPaths, health: '/beat' });
  expect(pathTo('event', { messageKind: 'A/B' }, { events: '/e/{messageKind}' })).toBe('/e/A%2FB');
  expect(pathTo('getTipRecipient', { id: 'Żaneta 1' })).toBe('/merchant/v1/tipRecipients/%C5%BBaneta%201');
  expect(endpointOf('testCall')).toBe('POST /merchant/v1/async/test');
});

test('no two calls are told by the same method, address and mark', () => {
  const places = [
    ...platformCallNames.map((name) => endpointOf(name)),
    ...merchantCallNames.map((name) => {
      const { method, address, marked } = merchantCall(name);
      return `${method} ${address} ${JSON.stringify(marked)}`;
    }),
  ];
  expect(new Set(places).size).toBe(places.length);
  expect(Object.keys(calls).length).toBe(places.length + 3);
});
