/** Bundles the programs of the stand-in images: `node lab/containers/bundle.ts FOLDER`. */
import { build } from 'vite';

const [, , outDir = 'dist/containers'] = process.argv;
for (const name of ['queue', 'till'])
  await build({
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: `lab/containers/${name}-process.ts`,
      outDir: `${outDir}/${name}`,
      minify: false,
      target: 'es2024',
      // The SDK of the other till and of queues elsewhere is not used in there.
      rolldownOptions: {
        external: ['@aws-sdk/client-sqs'],
        output: { entryFileNames: 'main.js', codeSplitting: false },
      },
    },
  });
