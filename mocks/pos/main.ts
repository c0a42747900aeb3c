/** Runs one reference till until it is stopped: `node mocks/pos/main.ts --help`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { createReferenceTill, type PosFaultId, posFaults, posVariants } from './index.ts';

const usage = `node mocks/pos/main.ts [--variant ${posVariants.join('|')}] [--port N] [--host ADDRESS]
    [--config-out FILE] [--fault ID]... [--faults]

Runs a reference till until stopped. --config-out writes the configuration for it (JSON, which is YAML too); without it
the configuration is printed. --faults lists the faults it can be given.`;

const { values } = parseArgs({
  options: {
    variant: { type: 'string', default: 'copper' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'config-out': { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
    faults: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Misuse: says what would have been right. */
const refuse = (problem: string): never => {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
};

const isFault = (id: string): id is PosFaultId => Object.hasOwn(posFaults, id);

if (values.help) process.stdout.write(`${usage}\n`);
else if (values.faults)
  for (const [id, { title, breaks }] of Object.entries(posFaults))
    process.stdout.write(`${id}: ${title} (${breaks.join(', ')})\n`);
else {
  const variant =
    posVariants.find((name) => name === values.variant) ??
    refuse(`no variant "${values.variant}"; there are ${posVariants.join(', ')}`);
  const unknown = values.fault.find((id) => !isFault(id));
  if (unknown !== undefined) refuse(`no fault "${unknown}"; --faults lists them`);
  const till = createReferenceTill({ variant, faults: values.fault.filter((id) => isFault(id)), clock: systemClock });
  const { url } = await serve(till.fetch, { hostname: values.host, port: Number(values.port) });
  const configuration = `${JSON.stringify(till.configuration(url), null, 2)}\n`;
  const file = values['config-out'];
  if (file === undefined) process.stdout.write(configuration);
  else writeFileSync(file, configuration);
  process.stderr.write(`${variant} listens on ${url}\n`);
}
