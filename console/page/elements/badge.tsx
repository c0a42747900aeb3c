import './badge.css';

export type Tone = 'good' | 'bad' | 'warn' | 'info' | 'plain';

export const Badge = ({ tone, children }: { readonly tone: Tone; readonly children: string }) => (
  <span class={`badge ${tone}`}>{children}</span>
);
