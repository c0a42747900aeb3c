import { toResponse } from '#mocks/hosting';
import { refusal } from './answer.ts';

/** A refusal of the control API. */
export const problem = (status: number, error: string, message: string): Response =>
  toResponse(refusal(status, error, message));
