import type { SignableMessage, Verification } from './scheme.ts';
import type { Encoding, SignatureTemplate } from './template.ts';

/** A mistake that signatures are often made with. */
interface NearMiss {
  /** What the caller did, after "It is right ". */
  readonly says: string;
  readonly template?: Partial<SignatureTemplate>;
  readonly message?: Partial<SignableMessage>;
}

const encodings: readonly Encoding[] = ['hex', 'base64', 'base64url'];
const names = { hex: 'hex', base64: 'Base64', base64url: 'Base64 for URLs', utf8: 'plain text' } as const;

const nearMisses = (template: SignatureTemplate, { url, body }: SignableMessage): readonly NearMiss[] => {
  const { bodyHash, encoding, secretEncoding, signedParts } = template;
  const text = Buffer.from(body).toString();
  const { search } = new URL(url);
  return [
    ...encodings
      .filter((one) => one !== encoding)
      .map((one) => ({
        says: `if it is read as ${names[one]}; send it as ${names[encoding]}`,
        template: { encoding: one },
      })),
    ...encodings
      .filter((one) => one !== bodyHash.encoding)
      .map((one) => ({
        says: `if the hash of the body is signed as ${names[one]}; write that as ${names[bodyHash.encoding]}`,
        template: { bodyHash: { ...bodyHash, encoding: one } },
      })),
    ...(['utf8', ...encodings] as const)
      .filter((one) => one !== secretEncoding)
      .map((one) => ({
        says: `if the secret is taken for ${names[one]}; it is ${names[secretEncoding]}`,
        template: { secretEncoding: one },
      })),
    { says: 'for an empty body; sign the bytes that are sent', message: { body: new Uint8Array() } },
    {
      says: 'for the body with a line end behind it; sign the bytes that are sent',
      message: { body: Buffer.from(`${text}\n`) },
    },
    {
      says: 'for the body without its last line end; sign the bytes that are sent',
      message: { body: Buffer.from(text.trimEnd()) },
    },
    { says: 'for the path without the query', message: { url: url.replace(search, '') } },
    ...['GET', 'POST', 'PUT', 'DELETE', 'post', 'put', 'get'].map((method) => ({
      says: `for the method ${method}; sign the one of the request`,
      message: { method },
    })),
    {
      says: 'without the hash of the body',
      template: { signedParts: signedParts.filter((part) => !part.includes('bodyHash')) },
    },
    { says: 'if its parts are joined by nothing', template: { join: '' } },
    ...(['sha1', 'sha512'] as const).map((algorithm) => ({
      says: `if it is made with ${algorithm}`,
      template: { algorithm },
    })),
  ];
};

/** Larger bodies are not hashed again for each of them. */
const largestBody = 65_536;

/** Which mistake makes this very signature, in words; undefined: none that is known. */
export const nearMissOf = (
  template: SignatureTemplate,
  verify: (template: SignatureTemplate, message: SignableMessage) => Verification,
  message: SignableMessage,
): string | undefined =>
  message.body.byteLength > largestBody
    ? undefined
    : nearMisses(template, message).find(({ template: changed, message: other }) => {
        const verified = verify({ ...template, ...changed }, { ...partsOf(message), ...other });
        return verified.ok || verified.problem === 'stale';
      })?.says;

/** A getter is not copied by a spread. */
const partsOf = ({ method, url, headers, body }: SignableMessage): SignableMessage => ({ method, url, headers, body });
