/** `node …/self-activating-till.fixture.ts VARIANT PLATFORM TAX_ID PIN [SECONDS]`: a till that is given its PIN as it starts. */
import { serve } from '#mocks/hosting';
import { createReferenceTill, posVariants } from '#mocks/pos';
import { systemClock } from '#mocks/time';
import { createTriggers } from '../targets/triggers.ts';

const [name, platformUrl = '', merchantTaxId = '', pinCode = '', seconds] = process.argv.slice(2);
const variant = posVariants.find((known) => known === name);
if (variant === undefined) throw new Error(`no variant ${name}`);
const till = createReferenceTill({ variant, clock: systemClock });
const { url } = await serve(till.fetch);
const { signal } = new AbortController();
await createTriggers(till.configuration(url).triggers, { signal }).fire('activatePos', {
  platformUrl,
  merchantTaxId,
  pinCode,
});
process.stdout.write(`active at ${platformUrl}\n`);
// Its end is a part of what is tried: so long after the activation, with exit code 9.
if (seconds !== undefined) systemClock.after(Number(seconds) * 1000, () => process.exit(9));
