/**
 * What a call is answered. Kept apart from `Response`, which gives its body back as a stream only: that costs as much as
 * everything else that is done for a small call, and whoever looks on reads it here.
 */
export interface Answer {
  /** 0: the connection is closed without an answer. */
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

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

export const toResponse = ({ status, headers, text }: Answer): Response =>
  status === 0 ? Response.error() : new Response(text === '' ? null : text, { status, headers });
