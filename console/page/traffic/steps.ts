import type { Row } from './row.ts';

/** One thing that happened on the way of a command, a checkout or a walk. */
export interface Step {
  readonly what: 'sent' | 'delivered' | 'callback' | 'deleted' | 'other';
  readonly title: string;
  readonly facts: string;
  readonly tone: 'plain' | 'good' | 'warn' | 'bad' | 'ours';
  readonly row: Row;
}

/** A call that breaks a rule went wrong, whatever it did; what we did to it is ours. */
export const toneOf = ({ tone, row }: Step): Step['tone'] => {
  if (tone === 'ours' || tone === 'bad') return tone;
  return row.verdict === 'violation' ? 'bad' : row.verdict === 'warning' ? 'warn' : tone;
};

export const plainStep = (row: Row): Omit<Step, 'row'> => ({
  what: 'other',
  title: row.title,
  facts: row.facts,
  tone: row.failed ? 'bad' : 'plain',
});

export const callbackStep = ({ status, failed, injected, facts }: Row, isRepeat: boolean): Omit<Step, 'row'> => {
  const step = { what: 'callback', title: `Called back: ${status ?? 'no answer'}` } as const;
  if (injected !== undefined) return { ...step, facts: `fault of ours: ${injected}`, tone: 'ours' };
  if (isRepeat) return { ...step, facts: 'a repeat, ignored', tone: 'warn' };
  if (failed || status === undefined)
    return { ...step, facts: status === undefined ? facts : 'result refused', tone: 'bad' };
  return { ...step, facts: 'result accepted', tone: 'good' };
};

export const queueStep = (row: Row): Omit<Step, 'row'> | undefined => {
  const { event, title, facts } = row;
  if (event.kind !== 'queue-change') return undefined;
  switch (event.change.change) {
    // The command itself says so.
    case 'sent':
      return undefined;
    case 'delivered':
      return { what: 'delivered', title, facts, tone: 'plain' };
    case 'deleted':
      return { what: 'deleted', title: 'Deleted by the POS', facts: '', tone: 'good' };
    case 'delete-ignored':
      return { what: 'deleted', title, facts, tone: 'ours' };
    case 'visible-again':
      return { what: 'other', title, facts, tone: 'warn' };
    default:
      return { what: 'other', title, facts, tone: row.failed ? 'bad' : 'plain' };
  }
};
