import { registerDigest, registerVersion, type RunResult } from '#schemas';
import { tool } from '../config/tool.ts';

export const identity = (): Pick<RunResult, 'tool' | 'register'> => ({
  tool: tool(),
  register: { version: registerVersion, digest: registerDigest() },
});
