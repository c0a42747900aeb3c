import type { ControlInputs } from './inputs.gen.ts';

/** What one call is answered instead of being handled. `silence`: nothing until the caller gives up. */
export type DirectedAnswer = ControlInputs['POST /health/answers']['answers'][number];

/**
 * One misbehaviour of the queue service, for a stated number of calls: printed and replayable, never dice.
 * `error`: answer with it. `drop-before`: close the connection without doing anything. `drop-after`: do it and close the
 * connection without an answer; of polls, one that brings messages. `delay`: answer late.
 */
export type QueueFault = ControlInputs['POST /faults'];

/**
 * One misbehaviour of the platform's API, for a stated number of calls.
 * `status-before`: answer with the status (default 503) and do nothing. `status-after`: do it, and answer with the status all
 * the same. `drop-before`, `drop-after`: close the connection instead. `delay`: answer late.
 */
export type ApiFault = ControlInputs['POST /apiFaults'];
