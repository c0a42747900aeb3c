import { type Answer, toResponse } from '#mocks/hosting';

export type { Answer } from '#mocks/hosting';

export const isOk = ({ status }: Answer): boolean => status >= 200 && status < 300;

const jsonType = { 'content-type': 'application/json' };

/** The statuses that must not have a body get none. */
export const jsonAnswer = (value: unknown, status = 200): Answer =>
  bodiless.has(status) ? emptyAnswer(status) : { status, headers: jsonType, text: JSON.stringify(value) };

export const emptyAnswer = (status: number): Answer => ({ status, headers: {}, text: '' });

export const noContent: Answer = emptyAnswer(204);
export const dropped: Answer = emptyAnswer(0);

/** The mock's own error body; the specification shows none (assume/error-bodies). */
export const refusal = (status: number, error: string, message: string): Answer =>
  jsonAnswer({ error, message }, status);

const bodiless: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/** A refusal of the control API. */
export const problem = (status: number, error: string, message: string): Response =>
  toResponse(refusal(status, error, message));
