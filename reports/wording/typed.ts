/** A command of ours as it is typed beside a package.json, where the README has it installed. */
export const typed = (command: string): string => (command === '' ? '' : `npx ${command}`);

/** What tells more of a requirement: why it matters, how it is judged, and the page about it. */
export const explaining = (id: string): string => typed(`conformance explain ${id}`);
