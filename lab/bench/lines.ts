import { createInterface } from 'node:readline';

/**
 * A process under measurement is told on its input, a number a line, how many messages to put into its queue, and says when
 * they are there. It ends with its input.
 */
export const answerLines = (fill: (count: number) => void): void => {
  createInterface(process.stdin)
    .on('line', (line) => {
      fill(Number(line));
      process.stdout.write('{}\n');
    })
    .once('close', () => process.exit(0));
};
