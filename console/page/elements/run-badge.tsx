import type { RunSummary } from '#schemas';
import { Badge } from './badge.tsx';

const tones = { conformant: 'good', 'non-conformant': 'bad', incomplete: 'warn', 'not-judged': 'warn' } as const;

export const RunBadge = ({ run }: { readonly run: RunSummary }) => {
  const { status, verdict } = run;
  if (status === 'waiting') return <Badge tone="warn">your turn</Badge>;
  if (status === 'running') return <Badge tone="info">running</Badge>;
  if (verdict === undefined || status === 'interrupted') return <Badge tone="plain">{status}</Badge>;
  return (
    <Badge tone={Object.hasOwn(tones, verdict) ? tones[verdict as keyof typeof tones] : 'bad'}>
      {verdict === 'conformant' ? `${verdict}${limitOf(run)}` : verdict}
    </Badge>
  );
};

/** What keeps it from meaning everything. */
const limitOf = ({ requirements }: RunSummary): string => {
  const has = (wanted: string): boolean => requirements.some(({ status }) => status === wanted);
  if (has('filtered')) return ' in part';
  return has('expected-failure') ? ' but for known failures' : '';
};
