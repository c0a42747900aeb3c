/** Bundles the console's page into files the control app serves as they are. */
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const folder = new URL('../console/', import.meta.url);

/** Writes console.js, console.css and index.html. Two at a time do not disturb each other, nor whoever reads. */
export const buildConsole = async (): Promise<void> => {
  const built = fileURLToPath(new URL('built/', folder));
  mkdirSync(built, { recursive: true });
  const outDir = mkdtempSync(join(built, 'next-'));
  try {
    await bundle(outDir);
    for (const name of readdirSync(outDir)) renameSync(join(outDir, name), join(built, name));
  } finally {
    rmSync(outDir, { recursive: true });
  }
};

const bundle = async (outDir: string): Promise<void> => {
  const { build } = await import('vite');
  await build({
    configFile: false,
    logLevel: 'warn',
    root: fileURLToPath(new URL('page/', folder)),
    base: '/',
    // Whoever builds may have set NODE_ENV; the page is always the one that is shipped.
    mode: 'production',
    oxc: { jsx: { runtime: 'automatic', importSource: 'preact', development: false } },
    build: {
      outDir,
      emptyOutDir: false,
      // light-dark() and nesting stay as written; what reads the page is a current browser.
      target: 'es2024',
      cssTarget: 'esnext',
      modulePreload: false,
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: { output: { entryFileNames: 'console.js', assetFileNames: 'console[extname]' } },
    },
  });
};

if (import.meta.main) {
  try {
    await buildConsole();
  } catch (error) {
    // An install without development dependencies runs `prepare` too; the platform then says how to build the page.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    process.stderr.write('The console is not built: its bundler is a development dependency.\n');
  }
}
