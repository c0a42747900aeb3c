import { execFile, execFileSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { serve } from '#mocks/hosting';
import { createPlatform } from '#mocks/platform';
import { systemClock } from '#mocks/time';

const examples = join(import.meta.dirname, '../examples');

const missing = (command: string, ...args: readonly string[]): string | undefined => {
  try {
    execFileSync(command, [...args], { stdio: 'pipe' });
    return undefined;
  } catch (error) {
    return `${command} ${args.join(' ')} does not work here: ${(error as Error).message.split('\n')[0]}`;
  }
};

const tills = [
  {
    name: 'till.sh',
    lacks: missing('curl', '--aws-sigv4', 'aws:amz:eu:sqs', '--version') ?? missing('openssl', 'version'),
  },
  { name: 'till.py', lacks: missing('python3', '-c', 'import boto3') },
];

test.for(tills)(
  '$name activates, makes the test round trip and deletes its message',
  async ({ name, lacks }, { skip }) => {
    if (lacks !== undefined) skip(lacks);
    const platform = createPlatform({ clock: systemClock });
    await using host = await serve(platform.fetch);
    const { integrationProfileId } = platform.control.addLocation({ merchantTaxId: '5250000001' });
    const run = async (pin: string) => {
      const env = { ...process.env, PATH: `${dirname(process.execPath)}:${process.env['PATH']}` };
      return await promisify(execFile)(join(examples, name), [host.url, '5250000001', pin], { env });
    };
    const { stdout } = await run(platform.control.issuePin(integrationProfileId).pinCode);
    expect(stdout.replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, 'ID')).toBe(
      [
        'activation   profile ID',
        'health       204',
        'test call    200',
        'received     Test',
        'callback     204',
        'deleted      ID',
        '',
      ].join('\n'),
    );
    const [location] = platform.control.describe().locations;
    expect(location?.queue).toEqual([]);
    expect(location?.commands[0]?.resultAt).toBeDefined();
    await expect(run('000000')).rejects.toMatchObject({ code: 1, stdout: 'activation   INVALID_OR_EXPIRED_PIN\n' });
    platform.close();
  },
);
