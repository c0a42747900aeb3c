/**
 * `npm run scale [-- shops|queues|tills… [--most N] [--record]]`: what a unit costs as there are more of them, and from which
 * size it costs more. `--record` writes lab/scale/SCALE.md. Three minutes for all on a quiet machine.
 */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { currentLoad, loadSince } from '../bench/record.ts';
import { type Curve, curveText } from './curve.ts';
import { queues } from './queues.ts';
import { shops } from './shops.ts';
import { tills } from './tills.ts';

const curves = { shops, queues, tills } satisfies Readonly<Record<string, (most: number) => Promise<Curve>>>;

const { values, positionals: asked } = parseArgs({
  options: { most: { type: 'string', default: 'Infinity' }, record: { type: 'boolean', default: false } },
  allowPositionals: true,
});
const unknown = asked.find((name) => !Object.hasOwn(curves, name));
if (unknown !== undefined) {
  process.stderr.write(`no curve "${unknown}"; there are ${Object.keys(curves).join(', ')}\n`);
  process.exit(2);
}

const before = currentLoad();
const texts: string[] = [];
for (const [name, curve] of Object.entries(curves)) {
  if (asked.length > 0 && !asked.includes(name)) continue;
  process.stderr.write(`${name} …\n`);
  texts.push(curveText(await curve(Number(values.most))));
  process.stdout.write(`${texts.at(-1)}\n`);
}
if (values.record)
  writeFileSync(
    'lab/scale/SCALE.md',
    `# Scale\n\nWritten by \`npm run scale\`. ${loadSince(before)}\n\n${texts.join('\n')}`,
  );
