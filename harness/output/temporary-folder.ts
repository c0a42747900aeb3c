// oxlint-disable-next-line no-restricted-imports -- the one place
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An empty folder for as long as it is used; also gone where the process is ended meanwhile, as by a second Ctrl-C. */
export const temporaryFolder = (name = 'conformance') => {
  const path = mkdtempSync(join(tmpdir(), `${name}-`));
  // Whoever was ended may have left a process that still writes.
  const remove = () => rmSync(path, { recursive: true, force: true, maxRetries: 3 });
  process.once('exit', remove);
  return {
    path,
    [Symbol.dispose]() {
      process.off('exit', remove);
      remove();
    },
  };
};
