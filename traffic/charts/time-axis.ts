import { across, anchorAt, type Drawing, ink, upright, words } from './drawing.ts';
import { spokenMs } from './spoken.ts';

/** From the first moment to the last. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

export const shareOf = ({ from, to }: Span, at: number): number => (to === from ? 0 : (at - from) / (to - from));

const steps = [1, 5, 10, 50, 100, 500, 1000, 5000, 10_000, 30_000, 60_000, 300_000, 600_000, 1_800_000, 3_600_000];

/** Round moments since the beginning, few enough for a phone's width. */
export const timeAxis = (span: Span, height: number): readonly Drawing[] => {
  const length = span.to - span.from;
  const step = steps.find((each) => length / each <= 4) ?? Math.ceil(length / 4 / 3_600_000) * 3_600_000;
  const ticks = Array.from({ length: Math.floor(length / step) + 1 }, (_, index) => index * step);
  return ticks.flatMap((since) => {
    const share = length === 0 ? 0 : since / length;
    return [
      upright(across(share), 0, height, ink.line),
      words(across(share), height + 14, since === 0 ? '0 s' : spokenMs(since), {
        anchor: anchorAt(share),
        fill: ink.soft,
      }),
    ];
  });
};
