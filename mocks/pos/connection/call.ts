import type { Json } from '../../json.ts';

export const callKinds = ['activation', 'health', 'event', 'callback', 'test-call', 'tip'] as const;
export type CallKind = (typeof callKinds)[number];

export interface PlatformCall {
  readonly kind: CallKind;
  readonly method: 'GET' | 'POST' | 'PUT';
  /** From the platform's address on, percent-encoded. */
  readonly path: string;
  readonly body?: Json;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface PlatformAnswer {
  /** Undefined when no answer came. */
  readonly status: number | undefined;
  readonly body: Json;
}

export type Send = (request: Request) => Promise<Response>;

/** Takes the place of a step, which it is given. */
export type CallDecorator = (
  call: PlatformCall,
  transmit: (call: PlatformCall) => Promise<PlatformAnswer>,
) => Promise<PlatformAnswer>;
