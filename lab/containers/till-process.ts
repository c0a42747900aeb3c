/** A till for a container: quartz, with its back office on port 8000. */
import { serve } from '#mocks/hosting';
import { createReferenceTill } from '#mocks/pos';
import { systemClock } from '#mocks/time';

const till = createReferenceTill({ variant: 'quartz', clock: systemClock });
await serve(till.fetch, { hostname: '0.0.0.0', port: 8000 });
process.stdout.write(`quartz is open; the platform is ${process.env['CONFORMANCE_platformUrl']}\n`);
process.on('SIGTERM', () => process.exit(0));
