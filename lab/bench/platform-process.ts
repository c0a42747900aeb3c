/** The mock platform in a process of its own, recording as `conformance platform` does, with one activated POS. Stops when its input ends. */
import { serve } from '#mocks/hosting';
import { createRecordedPlatform } from '#harness/console-runs/recorded-platform';
import { systemClock } from '#mocks/time';
import { answerLines } from './lines.ts';

// Nobody reports health here, and on a busy machine this goes on for minutes.
const platform = createRecordedPlatform({ clock: systemClock, timing: { healthTimeoutMs: 3_600_000 } });
const { integrationProfileId } = platform.control.addLocation({ merchantTaxId: 'tax-1' });
const { pinCode } = platform.control.issuePin(integrationProfileId);
const { url } = await serve(platform.fetch);
const control = await serve(platform.controlFetch);
const activation = await fetch(`${url}/merchant/v1/pos/activate`, {
  method: 'POST',
  body: JSON.stringify({ merchantTaxId: 'tax-1', pinCode, softwareName: 'Till', softwareVersion: '1' }),
});
const commandsUrl = `${control.url}/locations/${integrationProfileId}/commands`;
process.stdout.write(`${JSON.stringify({ url, commandsUrl, activation: await activation.json() })}\n`);

answerLines((count) => {
  for (let index = 0; index < count; index += 1) {
    const payload = { tableId: `T${index % 1000}` };
    platform.control.sendCommand(integrationProfileId, { messageKind: 'TableOrderSnapshotRequested', payload });
  }
});
