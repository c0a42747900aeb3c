import { globSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const page = readFileSync('docs/containers.md', 'utf8');
const containerfile = readFileSync('Containerfile', 'utf8');

test('docs/containers.md names every variable that the product reads, and no other', () => {
  const sources = globSync('{harness,mocks,reports,scenarios}/**/*.ts').filter(
    (file) => !/\.(?:test|fixture|contract)\.ts$/.test(file),
  );
  const read = [...sources, 'harness/cli/commands.json'].flatMap(
    (file) => readFileSync(file, 'utf8').match(/(?<=\benv\['|"env": ")CONFORMANCE_\w+/g) ?? [],
  );
  const told = [...page.matchAll(/^\| `(CONFORMANCE_\w+)`/gm)].map(([, name]) => name);
  expect(new Set(told)).toEqual(new Set(read));
});

test('docs/containers.md has the ports, the volume and the user of the image', () => {
  const of = (instruction: string): readonly string[] =>
    new RegExp(`^${instruction} (.*)$`, 'm').exec(containerfile)?.[1]?.split(/[ :]/) ?? [];
  const row = (name: string): string => new RegExp(`^\\| ${name} \\| (.*) \\|$`, 'm').exec(page)?.[1] ?? '';
  expect(of('EXPOSE')).toEqual(row('ports').match(/\d{4}/g));
  expect(row('volume')).toContain(`\`${of('VOLUME')[0]}\``);
  expect(row('user')).toContain(of('USER')[0]);
});
