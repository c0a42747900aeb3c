import type { SignableMessage, Verification } from './scheme.ts';
import type { Encoding, SignatureTemplate } from './template.ts';

/** A mistake that signatures are often made with. */
interface NearMiss {
  /** What the caller did, after "It fits ". */
  readonly says: string;
  readonly template?: Partial<SignatureTemplate>;
  readonly message?: Partial<SignableMessage>;
}

const encodings: readonly Encoding[] = ['hex', 'base64', 'base64url'];
const encodingsBut = (own: Encoding): readonly Encoding[] => encodings.filter((one) => one !== own);
const names = { hex: 'hex', base64: 'Base64', base64url: 'Base64 for URLs', utf8: 'plain text' } as const;

const nearMisses = (template: SignatureTemplate, { url, body }: SignableMessage): readonly NearMiss[] => {
  const { bodyHash, encoding, secretEncoding, signedParts } = template;
  const text = Buffer.from(body).toString();
  const { search } = new URL(url);
  return [
    ...encodingsBut(encoding).map((one) => ({
      says: `if it is read as ${names[one]}; send it as ${names[encoding]}`,
      template: { encoding: one },
    })),
    ...encodingsBut(bodyHash.encoding).map((one) => ({
      says: `if the hash of the body is signed as ${names[one]}; write that as ${names[bodyHash.encoding]}`,
      template: { bodyHash: { ...bodyHash, encoding: one } },
    })),
    ...(['utf8', ...encodings] as const)
      .filter((one) => one !== secretEncoding)
      .map((one) => ({
        says: `if the secret is taken for ${names[one]}; it is ${names[secretEncoding]}`,
        template: { secretEncoding: one },
      })),
    ...Object.entries({
      'with an empty body': '',
      'with a line end behind the body': `${text}\n`,
      'without the last line end of the body': text.trimEnd(),
    }).map(([wrong, other]) => ({
      says: `${wrong}; sign the bytes that are sent`,
      message: { body: Buffer.from(other) },
    })),
    { says: 'without the query; sign the query too', message: { url: url.replace(search, '') } },
    ...['GET', 'POST', 'PUT', 'DELETE', 'post', 'put', 'get'].map((method) => ({
      says: `with the method ${method}; sign the method of the request`,
      message: { method },
    })),
    {
      says: 'without the hash of the body; sign the hash too',
      template: { signedParts: signedParts.filter((part) => !part.includes('bodyHash')) },
    },
    {
      says: `if its parts are joined by nothing; join them by ${JSON.stringify(template.join)}`,
      template: { join: '' },
    },
    ...(['sha1', 'sha512'] as const).map((algorithm) => ({
      says: `if it is made with ${algorithm}; use ${template.algorithm}`,
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
