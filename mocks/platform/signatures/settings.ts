import { pathToFileURL } from 'node:url';
import type { Given, SignatureTemplateSettings } from '#schemas';
import { createMessageSignatureScheme, type MessageSignatureSettings } from './message-signatures.ts';
import type { SignatureScheme } from './scheme.ts';
import { defaultTemplate } from './template.ts';
import { createTemplateScheme } from './template-scheme.ts';

/** How messages are signed: one of these, or nothing for the default template. */
export interface SchemeSettings {
  /** Its gaps are filled from the default. */
  readonly template?: Given<SignatureTemplateSettings>;
  /** RFC 9421. */
  readonly messageSignatures?: MessageSignatureSettings;
  /** Absolute path of a file that exports `scheme`; loaded when it is first needed. */
  readonly module?: string;
  readonly scheme?: SignatureScheme;
}

const ways = ['template', 'messageSignatures', 'module', 'scheme'] as const;

/** Throws an Error that names the mistake. */
export const toScheme = (settings: SchemeSettings = {}): SignatureScheme => {
  const given = ways.filter((way) => settings[way] !== undefined);
  if (given.length > 1) throw new Error(`${given.join(' and ')} are both given; keep one of them.`);
  const { template = {}, messageSignatures, module, scheme } = settings;
  if (scheme !== undefined) return scheme;
  if (module !== undefined) return lazyScheme(module);
  if (messageSignatures !== undefined) return createMessageSignatureScheme(messageSignatures);
  const bodyHash = { ...defaultTemplate.bodyHash, ...template.bodyHash };
  return createTemplateScheme({ ...defaultTemplate, ...template, bodyHash });
};

export const loadScheme = async (file: string): Promise<SignatureScheme> => {
  const { scheme }: { readonly scheme?: SignatureScheme } = await import(pathToFileURL(file).href);
  if (typeof scheme?.verify !== 'function' || typeof scheme.sign !== 'function')
    throw new Error(`${file} must export "scheme", an object with the functions verify and sign.`);
  return scheme;
};

const lazyScheme = (file: string): SignatureScheme => ({
  verify: async (...given) => (await loadScheme(file)).verify(...given),
  sign: async (...given) => (await loadScheme(file)).sign(...given),
});
