/** The mock platform in a process of its own, recording as `conformance platform` does, with one activated POS. Stops when its input ends. */
import { serve } from '#mocks/hosting';
import { createRecordedPlatform } from '#harness/hosted/recorded-platform';
import { systemClock } from '#mocks/time';

const platform = createRecordedPlatform({ clock: systemClock });
const { integrationProfileId } = platform.control.addLocation({ merchantTaxId: 'tax-1' });
const { pinCode } = platform.control.issuePin(integrationProfileId);
const { url } = await serve(platform.fetch);
const control = await serve(platform.controlFetch);
const activation = await fetch(`${url}/merchant/v1/pos/activate`, {
  method: 'POST',
  body: JSON.stringify({ merchantTaxId: 'tax-1', pinCode, softwareName: 'Till', softwareVersion: '1' }),
});
process.stdin.resume().once('end', () => process.exit(0));
const commandsUrl = `${control.url}/locations/${integrationProfileId}/commands`;
process.stdout.write(`${JSON.stringify({ url, commandsUrl, activation: await activation.json() })}\n`);
