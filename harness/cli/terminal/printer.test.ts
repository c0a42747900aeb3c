import fc from 'fast-check';
import { expect, test } from 'vitest';
import { summaryText } from '#reports';
import { sample, violation } from '#lab/doubles/reports/reported';
import { createPrinter } from './printer.ts';

/** A printer on two streams that remember. */
const printing = (env: Readonly<Record<string, string>> = {}) => {
  let written = '';
  const stream = { isTTY: true, columns: 100, write: (text: string) => (written += text) && true };
  const terminal = stream as unknown as NodeJS.WriteStream;
  const printer = createPrinter({ stdout: terminal, stderr: terminal, env, ci: false, answers: 'text' });
  return { printer, written: () => written };
};

// C0 without line feed and tab, DEL, C1, bidirectional overrides and isolates.
const steering = /[[\p{Cc}--[\n\t]]\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069]/v;
/** What ours writes: inks, and a status line that is written over. */
const ours = new RegExp(`${'\u001b'}\\[(?:\\d+m|K)|\r(?=${'\u001b'}\\[K)`, 'g');
const raw = (text: string): string => text.replaceAll(ours, '');

const hostile = fc.string({
  unit: fc.oneof(
    fc.constantFrom(
      '\u001b',
      '[31m',
      '\u001b[2J',
      '\u001b]0;x\u0007',
      '\u009b',
      '\u202e',
      '\u2066',
      '\r',
      '\b',
      'a',
      '\n',
    ),
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
  ),
  maxLength: 40,
});

test('nothing that anybody writes into a line steers the terminal', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom('out', 'note'), (text, how) => {
      const { printer, written } = printing({ FORCE_COLOR: '1' });
      printer[how](text);
      expect(written()).not.toMatch(steering);
    }),
    { numRuns: 2_000 },
  );
});

test('a text with ink keeps the ink, and a status line stays one line', () => {
  fc.assert(
    fc.property(hostile, fc.constantFrom('inked', 'status'), (text, how) => {
      const { printer, written } = printing({ FORCE_COLOR: '1' });
      printer[how](`\u001b[31m${text}\u001b[39m`);
      expect(raw(written())).not.toMatch(steering);
      if (how === 'status') expect(written()).not.toContain('\n');
      expect(written()).toContain('\u001b[31m');
    }),
    { numRuns: 2_000 },
  );
});

test('a summary in colour has no ink of the target', () => {
  fc.assert(
    fc.property(hostile, (text) => {
      const row = {
        status: 'failed' as const,
        violations: [violation({ message: text, expected: text, actual: text, pointer: text, replay: text })],
      };
      const unknown = { status: 'not-exercised' as const, reason: text, unlock: text };
      const reported = sample({
        rows: { 'basket/id': row, 'basket/price': { ...row, status: 'warning' }, 'lock/answers': unknown },
        reason: text,
        scenarios: [{ id: text, status: 'broken', durationMs: 1, reason: text }],
        unexpected: [{ what: text } as never],
      });
      const plain = summaryText(reported, { colour: false, width: 100 });
      expect(plain).not.toMatch(steering);
    }),
    { numRuns: 300 },
  );
});
