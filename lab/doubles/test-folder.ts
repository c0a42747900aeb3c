import { onTestFinished } from 'vitest';
import { temporaryFolder } from '#harness/output/temporary-folder';

/** An empty folder until the test is over. */
export const testFolder = (): string => {
  const folder = temporaryFolder('conformance-test');
  onTestFinished(() => folder[Symbol.dispose]());
  return folder.path;
};
