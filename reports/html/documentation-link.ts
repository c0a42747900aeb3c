import { isRequirementId } from '#schemas';
import { html, type Markup } from './markup.ts';

/** Leads to the page of a requirement where the console serves the report, and the documentation beside it. */
export const documentationLink = (id: string): Markup | string =>
  isRequirementId(id)
    ? html` <a class="docs" data-docs="/docs/requirements/${id}.html" target="_blank" rel="noopener" hidden>How it is judged<span class="unseen">: ${id}</span></a>`
    : '';
