import { Badge, type Tone } from '../elements/badge.tsx';
import type { Verdict } from '../wire/exchange.ts';

const looks: Readonly<Record<Verdict, { readonly tone: Tone; readonly text: string }>> = {
  conformant: { tone: 'good', text: 'conformant' },
  violation: { tone: 'bad', text: 'violation' },
  warning: { tone: 'warn', text: 'warning' },
  'not-judged': { tone: 'plain', text: 'not judged' },
};

export const VerdictBadge = ({ verdict, violations }: { readonly verdict: Verdict; readonly violations: number }) => {
  const { tone, text } = looks[verdict];
  return <Badge tone={tone}>{violations > 1 ? `${violations} ${text}s` : text}</Badge>;
};
