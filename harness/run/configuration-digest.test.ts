import type { Config } from '#schemas';
import { expect, test } from 'vitest';
import { configurationDigest } from './configuration-digest.ts';
import { redactorFor } from './redactor.ts';

const digest = (config: Config) => configurationDigest(config, redactorFor(config, []));
const body = (module: string): Config => ({
  triggers: { changeTable: { http: { method: 'POST', url: 'http://till.example', body: { module } } } },
});

test('where a machine listens and keeps its files makes no difference; a name that reads alike elsewhere does', () => {
  expect(digest({ platform: { listen: '127.0.0.1:1' } })).toBe(digest({ platform: { listen: '127.0.0.1:2' } }));
  expect(digest({ merchant: { tls: { ca: 'a.pem' } } })).toBe(digest({ merchant: { tls: { ca: 'b.pem' } } }));
  expect(digest(body('kitchen'))).not.toBe(digest(body('bar')));
});
