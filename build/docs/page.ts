/** A page that comes from a table: its address without ending, and its Markdown. */
export interface Page {
  readonly at: string;
  readonly title: string;
  readonly body: string;
}

/** How a page at `from` names one at `to`, so that the site works from a disk as well. */
export const relative = (from: string, to: string): string => `${'../'.repeat(from.split('/').length - 1)}${to}`;
