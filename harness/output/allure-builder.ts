import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import type { AllureReportOptions } from '#reports';
import { inside } from './inside.ts';

/** Builds the Allure report of a folder beside everything else there is to do. */
export interface AllureBuilder extends AsyncDisposable {
  /** Starts to get ready, so that there is less to wait for in the end. */
  prepare(): void;
  /** Builds the report from the results in the folder; once. */
  build(): Promise<void>;
}

export const createAllureBuilder = (folder: string, { remember }: { readonly remember: boolean }): AllureBuilder => {
  const options: AllureReportOptions = {
    outDir: inside(folder, 'allure-report'),
    // Not cleared with an earlier run's files: it is what is left of that run.
    historyPath: inside(folder, 'allure-history.jsonl'),
    remember,
  };
  let thread: Thread | undefined;
  return {
    prepare: () => void (thread ??= startThread(options)),
    async build() {
      thread ??= startThread(options);
      thread.worker.ref();
      thread.worker.postMessage(join(folder, 'allure-results'));
      await thread.built;
    },
    async [Symbol.asyncDispose]() {
      await thread?.worker.terminate();
    },
  };
};

type Thread = ReturnType<typeof startThread>;

const startThread = (options: AllureReportOptions) => {
  // In a package this file and the thread's are JavaScript. What the library prints is not for our reader.
  const file = import.meta.url.replace('allure-builder', 'allure-thread');
  const worker = new Worker(new URL(file), { workerData: options, stdout: true, stderr: true });
  // A run that breaks must not be kept alive by a thread that waits for its results.
  worker.unref();
  const built = new Promise<void>((resolve, reject) => {
    worker.once('message', () => resolve());
    worker.once('error', reject);
    worker.once('exit', () => reject(new Error('its thread ended before the report was built')));
  });
  // Said by whoever asks for the report.
  built.catch(() => undefined);
  return { worker, built };
};
