import { type ChildProcess, fork } from 'node:child_process';
import { availableParallelism } from 'node:os';

/** What came of a job: its value, or why there is none. */
export type Done<Value> = { readonly value: Value } | { readonly broken: string };

/**
 * Works off jobs in as many processes as there are cores, one at a time in each: a warped clock jumps when its process is
 * at rest, which nobody else's work may keep it from. The worker is a module that answers every message it is sent with
 * one of `Done`. A process that dies takes its job with it and is replaced.
 */
export const workOff = async <Job extends object, Value>(
  worker: URL,
  jobs: readonly Job[],
  onDone: (job: Job, done: Done<Value>) => void,
  processes = availableParallelism(),
): Promise<void> => {
  const waiting = [...jobs];
  const attend = async (): Promise<void> => {
    let child: ChildProcess | undefined;
    for (let job = waiting.shift(); job !== undefined; job = waiting.shift()) {
      child = child?.connected ? child : fork(worker);
      onDone(job, await ask<Value>(child, job));
    }
    child?.disconnect();
  };
  await Promise.all(Array.from({ length: Math.min(processes, jobs.length) }, attend));
};

const ask = <Value>(child: ChildProcess, job: object): Promise<Done<Value>> =>
  new Promise((resolve) => {
    const settle = (done: Done<Value>): void => {
      child.removeAllListeners('message').removeAllListeners('exit').removeAllListeners('error');
      resolve(done);
    };
    child.once('message', (done) => settle(done as Done<Value>));
    child.once('exit', (code, signal) => settle({ broken: `the process ended with ${signal ?? code}` }));
    child.once('error', (error) => settle({ broken: error.message }));
    child.send(job);
  });

/** The worker's side: answers jobs with what `work` makes of them. */
export const answerJobs = <Job, Value>(work: (job: Job) => Promise<Value>): void => {
  const attempt = async (job: Job): Promise<Done<Value>> => {
    try {
      return { value: await work(job) };
    } catch (error) {
      return { broken: error instanceof Error ? (error.stack ?? error.message) : String(error) };
    }
  };
  const answer = async (job: Job): Promise<void> => {
    process.send?.(await attempt(job));
  };
  process.on('message', (job) => {
    void answer(job as Job);
  });
  // A peer that could not be stopped must not keep the process.
  process.once('disconnect', () => process.exit());
};
