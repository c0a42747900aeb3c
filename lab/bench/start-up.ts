import { timeNode } from './processes.ts';
import { median, type Row } from './row.ts';

/** `conformance --help` against a Node process that does nothing. */
export const startUp = async (): Promise<readonly Row[]> => {
  const nothing: number[] = [];
  const help: number[] = [];
  for (let round = 0; round < 15; round++) {
    nothing.push(await timeNode(['-e', '0']));
    help.push(await timeNode(['bin/conformance.js', '--help']));
  }
  return [
    {
      name: 'start: conformance --help / node -e 0',
      measured: median(help) / median(nothing),
      unit: '',
      bound: { atMost: 2 },
      detail: `${Math.round(median(help))} / ${Math.round(median(nothing))} ms`,
    },
  ];
};
