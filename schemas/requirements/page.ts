/** The page of the documentation about a requirement, below the address of all of it. */
export const requirementPage = (id: string): string => `requirements/${id}.html`;
