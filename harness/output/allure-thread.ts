/**
 * The thread in which the Allure report is built: its library takes a second to load and to start, which is over by the
 * time the run ends.
 */
import { enableCompileCache, flushCompileCache } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';
import type { AllureReportOptions } from '#reports';

enableCompileCache();
const { openAllureReport } = await import('#reports');
// Given by the only module that starts this one.
const report = await openAllureReport(workerData as AllureReportOptions);
flushCompileCache();
parentPort?.once('message', (resultsDir: string) => {
  void report.build(resultsDir).then(() => parentPort?.postMessage('built'));
});
