import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { html, Markup } from './markup.ts';

const hashOf = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** Nothing is loaded, nothing but these two texts is applied or run, whatever a target managed to have printed. */
const policyOf = (style: string, script: string): string =>
  [
    "default-src 'none'",
    `style-src ${hashOf(style)}`,
    `script-src ${hashOf(script)}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');

export interface DocumentParts {
  readonly title: string;
  /** A file. */
  readonly script: URL;
  readonly body: Markup;
}

/** A page that is whole by itself and may be sent on as a file. */
export const documentOf = ({ title, body, ...files }: DocumentParts): Markup => {
  const [style, script] = [new URL('style.css', import.meta.url), files.script].map((file) =>
    readFileSync(file, 'utf8'),
  ) as [string, string];
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(policyOf(style, script))}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${title}</title>
<style>${new Markup(style)}</style>
</head>
<body>
${body}
<script>${new Markup(script)}</script>
</body>
</html>
`;
};
