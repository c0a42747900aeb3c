import { spawn } from 'node:child_process';

const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>>> = {
  darwin: ['open'],
  win32: ['cmd', '/c', 'start', ''],
};

/** Opens a file with the platform's own program, and does not wait for it. */
export const openFile = (file: string): void => {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  // Without a desktop there is no opener; the report is there all the same.
  spawn(program, [...args, file], { detached: true, stdio: 'ignore' })
    .once('error', () => undefined)
    .unref();
};
