import { isRequirementId, requirementPage } from '#schemas';
import { html, type Markup } from './markup.ts';

/**
 * Leads to the page of a requirement: where it is published, and where the console serves the report with the documentation
 * beside it. The page is sent to others, who do not have the folders of this machine.
 */
export const documentationLink = (id: string, documentation: string | undefined): Markup | string => {
  if (!isRequirementId(id)) return '';
  const page = requirementPage(id);
  const words = html`How it is judged<span class="unseen">: ${id}</span>`;
  return documentation === undefined || !/^https?:/.test(documentation)
    ? html` <a class="docs" data-docs="/docs/${page}" target="_blank" rel="noopener" hidden>${words}</a>`
    : html` <a class="docs" data-docs="/docs/${page}" href="${documentation}${page}" target="_blank" rel="noopener">${words}</a>`;
};
