import type { CheckoutPhase } from '#schemas';
import { basketTimeline } from '#schemas/basket-timeline.ts';
import { across, spokenMs, wide } from '#traffic/charts';
import { useRef } from 'preact/hooks';
import { usePlatformNow } from '../live/clock.ts';

interface Deadline {
  readonly at: number;
  readonly what: string;
  readonly why: string;
}

/** The basket validity timeline of a checkout that is not over: each deadline as it comes nearer. */
export const Deadlines = ({ phase }: { readonly phase: CheckoutPhase }) => {
  const now = usePlatformNow();
  const began = useRef(now);
  const deadlines = deadlinesOf(phase);
  const last = deadlines.at(-1);
  if (last === undefined) return null;
  const share = (at: number): number => (at - began.current) / Math.max(1, last.at - began.current);
  return (
    <section class="deadlines stack tight" aria-label="Deadlines of this basket">
      <svg width="100%" height="22" aria-hidden="true">
        <rect x={across(0)} width={wide(0, 1)} y="9" height="4" rx="2" fill="var(--chart-line)" />
        <rect x={across(0)} width={wide(0, share(now))} y="9" height="4" rx="2" fill="var(--chart-plain)" />
        {deadlines.map(({ at }, index) => (
          <g key={at}>
            <line x1={across(share(at))} x2={across(share(at))} y1="5" y2="17" stroke="var(--chart-text)" />
            <text x={across(share(at))} dx="-4" y="11" font-size="11" text-anchor="end" fill="var(--chart-soft)">
              {index + 1}
            </text>
          </g>
        ))}
        <circle cx={across(share(now))} cy="11" r="4" fill="var(--chart-plain)" />
      </svg>
      <ol class="small">
        {deadlines.map(({ at, what, why }, index) => (
          <li key={what} class={at <= now ? 'faint' : ''}>
            <span>
              <span class="faint">{index + 1}</span> {what} <span class="faint">{why}</span>
            </span>
            <span class="number">{at <= now ? 'over' : left(at - now)}</span>
          </li>
        ))}
      </ol>
    </section>
  );
};

const left = (ms: number): string => spokenMs(Math.ceil(ms / 1000) * 1000);

const { paymentMs, outageMs } = basketTimeline;

const deadlinesOf = (phase: CheckoutPhase): readonly Deadline[] => {
  switch (phase.name) {
    case 'open':
    case 'recalculating':
    case 'locking':
    case 'paying': {
      const { expiresAt } = phase.offer;
      const paid = { what: 'Paid, and the order sent', why: `at most ${spokenMs(paymentMs)} after` };
      return [
        { at: expiresAt, what: 'The basket is valid', why: 'to place the order' },
        { at: phase.name === 'paying' ? phase.payBy : expiresAt + paymentMs, ...paid },
        rolledBack(expiresAt + paymentMs + outageMs),
      ].toSorted((one, other) => one.at - other.at);
    }
    case 'ordering':
    case 'waiting': {
      const { expiresAt, giveUpAt } = phase;
      const valid = { what: 'The basket was valid', why: 'to place the order' };
      return [
        ...(expiresAt === undefined || expiresAt > giveUpAt ? [] : [{ at: expiresAt, ...valid }]),
        rolledBack(giveUpAt),
      ].toSorted((one, other) => one.at - other.at);
    }
    default:
      return [];
  }
};

const rolledBack = (at: number): Deadline => ({
  at,
  what: 'Rolled back and refunded',
  why: `${spokenMs(outageMs)} without a connection, at most ${spokenMs(paymentMs + outageMs)} after`,
});
