/** Loaded before a command that is attacked: tells on descriptor 3 how much processor time it took. */
import { writeSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

// A thread's own end is none of the process.
if (isMainThread)
  process.on('exit', () => {
    const { user, system } = process.cpuUsage();
    writeSync(3, String((user + system) / 1000));
  });
