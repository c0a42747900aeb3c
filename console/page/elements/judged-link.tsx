import { requirementPage } from '#schemas/requirements/page.ts';

/** The page of the documentation about a requirement, which this server has as well. */
export const JudgedLink = ({ requirement }: { readonly requirement: string }) => (
  <a class="small" href={`/docs/${requirementPage(requirement)}`} target="_blank" rel="noreferrer">
    How it is checked and fixed<span class="unseen">: {requirement}</span>
  </a>
);
