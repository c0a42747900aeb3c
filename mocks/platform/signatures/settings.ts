import { pathToFileURL } from 'node:url';
import { createMessageSignatureScheme, type MessageSignatureSettings } from './message-signatures.ts';
import type { SignatureScheme } from './scheme.ts';
import { defaultTemplate, type SignatureTemplate } from './template.ts';
import { createTemplateScheme } from './template-scheme.ts';

/** How calls are signed: a template (its gaps filled from the default), RFC 9421, or a module that exports `scheme`. */
export type SchemeSettings =
  | { readonly template: Partial<SignatureTemplate> }
  | { readonly messageSignatures: MessageSignatureSettings }
  | { readonly scheme: SignatureScheme };

export const toScheme = (settings: SchemeSettings = { template: {} }): SignatureScheme => {
  if ('scheme' in settings) return settings.scheme;
  if ('messageSignatures' in settings) return createMessageSignatureScheme(settings.messageSignatures);
  return createTemplateScheme({ ...defaultTemplate, ...settings.template });
};

/** Loads a user's own scheme. */
export const loadScheme = async (file: string): Promise<SignatureScheme> => {
  const { scheme }: { readonly scheme?: SignatureScheme } = await import(pathToFileURL(file).href);
  if (typeof scheme?.verify !== 'function' || typeof scheme.sign !== 'function')
    throw new Error(`${file} must export "scheme", an object with the functions verify and sign.`);
  return scheme;
};
