import type { Exchange } from '#schemas';
import { outcomeOf } from '../violation/exchange-line.ts';
import { readable } from '../violation/json-text.ts';
import { shortened } from '../wording/printable.ts';
import { html, type Markup } from './markup.ts';

/** Characters of a body in the page: some hundred lines of the exchange that shows a violation, and some of the others. */
const shownBody = { whole: 12_000, brief: 1200 } as const;

interface DetailsOptions {
  readonly much: keyof typeof shownBody;
  readonly isOpen?: boolean;
}

/** What is longer than its box scrolls in itself, for the keyboard too; in what is folded, nothing takes the focus. */
const focus = html` tabindex="0"`;

/** One exchange, folded: the line that identifies it, then request and response as they were recorded. */
export const exchangeDetails = (exchange: Exchange, { much, isOpen = false }: DetailsOptions): Markup => {
  const { request, response, failure } = exchange;
  const most = shownBody[much];
  const from = exchange.sender === 'target' ? `${exchange.operation} from the target, ` : '';
  return html`<details${isOpen ? ' open' : ''}><summary>Exchange #${exchange.n}, ${from}<code>${request.method} ${shortened(request.url, 160)}</code> → <span class="status">${outcomeOf(exchange)}</span></summary>
<div class="half"><p class="label">Request, ${exchange.at}</p>
<pre${focus}>${request.method} ${request.url}\n${headerLines(request.headers)}${bodyText(request.body, request.truncated, most)}</pre></div>
${
  response === undefined
    ? ''
    : html`<div class="half"><p class="label">Response</p>
<pre${focus}>${response.status}\n${headerLines(response.headers)}${response.encoding === 'base64' ? `\n(${response.bodyBytes ?? 0} bytes that are no text)` : bodyText(response.body, response.truncated, most)}</pre></div>`
}
${failure === undefined ? '' : html`<div class="half"><p class="label">No complete response</p><pre${focus}>${failure.code}: ${failure.message}</pre></div>`}
</details>`;
};

const headerLines = (headers: Readonly<Record<string, string>>): string =>
  Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}\n`)
    .join('');

const bodyText = (body: string | undefined, truncated: boolean | undefined, most: number): string => {
  if (body === undefined || body === '') return '';
  const text = readable(body);
  const cut = text.length > most ? '\n(shortened here; exchanges.har has more)' : '';
  return `\n${shortened(text, most)}${cut}${truncated === true ? '\n(the recorder cut the body off here)' : ''}`;
};
