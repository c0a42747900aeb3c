/** What stands in for LocalStack where its image cannot be had: our own gateway, on its port. */
import { servePermissiveEndpoint } from '../doubles/platform/permissive-endpoint.ts';

await servePermissiveEndpoint({ hostname: '0.0.0.0', port: 4566 });
process.stdout.write('Ready.\n');
process.on('SIGTERM', () => process.exit(0));
