import { createManualClock } from '#mocks/time';
import { createPlatform, type Platform, type PlatformEvent, type PlatformOptions, toScheme } from '#mocks/platform';

const start = Date.parse('2026-11-21T12:00:00Z');
const origin = 'http://platform.example';

interface Keys {
  readonly apiKey: string;
  readonly secret: string;
}

/** A platform on a manual clock with peers that call it as a POS would; for the platform's own tests. */
export const createRig = (
  options: Partial<PlatformOptions> = {},
  create: (options: PlatformOptions) => Platform = createPlatform,
) => {
  const clock = createManualClock(start);
  const platform = create({ clock, ...options });
  const events: PlatformEvent[] = [];
  platform.subscribe((event) => events.push(event));
  const { control } = platform;

  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const response = await platform.fetch(
      new Request(`${origin}${path}`, { method, headers, ...(text !== undefined && { body: text }) }),
    );
    const answer = await response.text();
    return { status: response.status, headers: response.headers, body: answer === '' ? undefined : JSON.parse(answer) };
  };

  const signedBy =
    (keys: Keys) =>
    async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
      const bytes = Buffer.from(body === undefined ? '' : typeof body === 'string' ? body : JSON.stringify(body));
      const message = { method, url: `${origin}${path}`, headers: new Headers(), body: bytes };
      const signed = await toScheme(options.signature?.scheme).sign(message, keys, Date.now());
      return send(method, path, body, { ...headers, ...signed });
    };

  const activate = (pinCode: string, merchantTaxId = 'tax-1') =>
    send('POST', '/merchant/v1/pos/activate', { merchantTaxId, pinCode, softwareName: 'Till', softwareVersion: '1' });

  /** An activated POS: its location's id and a function that makes signed calls. */
  const activatedPos = async (merchantTaxId = 'tax-1') => {
    const { integrationProfileId } = control.addLocation({ merchantTaxId });
    const { body } = await activate(control.issuePin(integrationProfileId).pinCode, merchantTaxId);
    return { id: integrationProfileId, call: signedBy(body.apiConfiguration), queue: body.queueConfiguration };
  };

  const controlCall = async (method: string, path: string, body?: unknown) => {
    const init = { method, ...(body !== undefined && { body: JSON.stringify(body) }) };
    const response = await platform.controlFetch(new Request(`http://control.example${path}`, init));
    const text = await response.text();
    return { status: response.status, body: text === '' ? undefined : JSON.parse(text) };
  };

  return { clock, platform, control, events, send, signedBy, activate, activatedPos, controlCall };
};
