import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect } from 'vitest';
import { temporaryFolder } from '#harness/output/temporary-folder';

/**
 * What each test file of ours runs in: a folder for temporary files of its own, in which nothing is left when its tests are
 * over, neither by them nor by what they have tried.
 */
const before = process.env['TMPDIR'];
const folder = temporaryFolder('conformance-tests');
// Node keeps what it has compiled for all who come after.
process.env['NODE_COMPILE_CACHE'] ??= join(tmpdir(), 'node-compile-cache');
process.env['TMPDIR'] = folder.path;

/** By which all processes of testcontainers on a machine wait for each other. */
const theirs = /^testcontainers-node-\d+\.lock$/;

afterAll(() => {
  const left = readdirSync(tmpdir()).filter((name) => !theirs.test(name));
  if (before === undefined) delete process.env['TMPDIR'];
  else process.env['TMPDIR'] = before;
  folder[Symbol.dispose]();
  expect(left, 'left in the folder for temporary files').toEqual([]);
});
