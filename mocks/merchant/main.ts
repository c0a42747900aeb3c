/** Serves one reference merchant until it is stopped: `node mocks/merchant/main.ts --help`. */
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { serve } from '#mocks/hosting';
import { systemClock } from '#mocks/time';
import { createReferenceMerchant, type MerchantFaultId, merchantFaults, merchantVariants } from './index.ts';

const usage = `node mocks/merchant/main.ts [--variant ${merchantVariants.join('|')}] [--port N] [--host ADDRESS]
    [--config-out FILE] [--fault ID]... [--latency MS] [--catalogue-size N] [--faults]

Serves a reference merchant until stopped. --config-out writes the configuration for it (JSON, which is YAML too);
without it the configuration is printed. --faults lists the faults it can be given.`;

const { values } = parseArgs({
  options: {
    variant: { type: 'string', default: 'granite' },
    port: { type: 'string', default: '0' },
    host: { type: 'string', default: '127.0.0.1' },
    'config-out': { type: 'string' },
    fault: { type: 'string', multiple: true, default: [] },
    latency: { type: 'string', default: '0' },
    'catalogue-size': { type: 'string' },
    faults: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
});

/** Misuse: says what would have been right. */
const refuse = (problem: string): never => {
  process.stderr.write(`${problem}\n`);
  process.exit(2);
};

const isFault = (id: string): id is MerchantFaultId => Object.hasOwn(merchantFaults, id);

if (values.help) process.stdout.write(`${usage}\n`);
else if (values.faults)
  for (const [id, { title, breaks }] of Object.entries(merchantFaults))
    process.stdout.write(`${id}: ${title} (${breaks.join(', ')})\n`);
else {
  const variant =
    merchantVariants.find((name) => name === values.variant) ??
    refuse(`no variant "${values.variant}"; there are ${merchantVariants.join(', ')}`);
  const unknown = values.fault.find((id) => !isFault(id));
  if (unknown !== undefined) refuse(`no fault "${unknown}"; --faults lists them`);
  const size = values['catalogue-size'];
  const merchant = createReferenceMerchant({
    variant,
    faults: values.fault.filter((id) => isFault(id)),
    clock: systemClock,
    latencyMs: Number(values.latency),
    ...(size === undefined ? {} : { catalogueSize: Number(size) }),
  });
  const { url } = await serve(merchant.fetch, { hostname: values.host, port: Number(values.port) });
  const configuration = `${JSON.stringify(merchant.configuration(url), null, 2)}\n`;
  const file = values['config-out'];
  if (file === undefined) process.stdout.write(configuration);
  else writeFileSync(file, configuration);
  process.stderr.write(`${variant} listens on ${url}\n`);
}
