import { registerDigest, registerVersion, type RunResult } from '#schemas';
import { tool } from '../config/tool.ts';

/** Which program and which register a result comes from. */
export const identity = (): Pick<RunResult, 'tool' | 'register'> => ({
  tool: tool(),
  register: { version: registerVersion, digest: registerDigest() },
});
