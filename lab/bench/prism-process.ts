/** Prism (installed in the folder that is named) with our OpenAPI document: it checks shapes, and nothing else. Stops when its input ends. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { openApi } from '#schemas';

const [folder = ''] = process.argv.slice(2);
const load = createRequire(join(folder, 'package.json'));
const { createLogger } = load('@stoplight/prism-core') as { createLogger(name: string, options: object): unknown };
const { getHttpOperationsFromSpec } = load('@stoplight/prism-http') as {
  getHttpOperationsFromSpec(document: object): Promise<readonly unknown[]>;
};
const { createServer } = load('@stoplight/prism-http-server') as {
  createServer(
    operations: readonly unknown[],
    options: object,
  ): { listen(port: number, host: string): Promise<string> };
};
const server = createServer(await getHttpOperationsFromSpec(openApi()), {
  cors: false,
  config: {
    checkSecurity: false,
    validateRequest: true,
    validateResponse: false,
    errors: false,
    isProxy: false,
    mock: { dynamic: false },
  },
  components: { logger: createLogger('bench', { level: 'silent' }) },
});
const url = await server.listen(0, '127.0.0.1');
process.stdin.resume().once('end', () => process.exit(0));
process.stdout.write(
  `${JSON.stringify({ url, activation: { apiConfiguration: { apiKey: 'key', secret: 'secret' } } })}\n`,
);
