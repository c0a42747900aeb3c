import type { ExchangeSummary, ExchangeVerdict } from '#schemas';
import { Badge, type Tone } from '../elements/badge.tsx';

/** What the register says of a call, in the order of the filter. */
export const verdicts: Readonly<Record<ExchangeVerdict, { readonly tone: Tone; readonly text: string }>> = {
  conformant: { tone: 'good', text: 'conformant' },
  violation: { tone: 'bad', text: 'violation' },
  warning: { tone: 'warn', text: 'warning' },
  'not-judged': { tone: 'plain', text: 'not judged' },
};

export const VerdictBadge = ({ verdict, violations }: Pick<ExchangeSummary, 'verdict' | 'violations'>) => {
  const { tone, text } = verdicts[verdict];
  return <Badge tone={tone}>{violations > 1 ? `${violations} ${text}s` : text}</Badge>;
};
