// Enough to find a page by; the whole of some hundred pages would be megabytes.
const most = 1200;

/** The pages by their addresses, with title and text, as a script that a page loads when somebody searches. */
export const searchIndex = (markdownOf: ReadonlyMap<string, string>): string => {
  const pages = [...markdownOf].map(([at, markdown]) => {
    const plain = markdown
      .replaceAll(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replaceAll(/[`*#|\\]|-{3,}/g, '')
      .replaceAll(/\s+/g, ' ');
    const title = /^# (.*)$/m.exec(markdown)?.[1]?.replaceAll('`', '') ?? at;
    return { at, title, text: plain.slice(0, most).trim() };
  });
  return `globalThis.searchIndex = ${JSON.stringify(pages)};\n`;
};
