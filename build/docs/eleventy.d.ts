/** What we use of it: the package brings no types. */
declare module '@11ty/eleventy' {
  interface Config {
    readonly ignores: Set<string>;
    setTemplateFormats(formats: readonly string[]): void;
    addGlobalData(name: string, value: unknown): void;
    addPassthroughCopy(paths: Readonly<Record<string, string>>): void;
    addPlugin(plugin: unknown): void;
    addPreprocessor(
      name: string,
      extension: string,
      change: (data: { readonly page: { readonly filePathStem: string } }, content: string) => string,
    ): void;
    amendLibrary(name: 'md', change: (markdown: { set(options: { readonly html: boolean }): void }) => void): void;
    addTemplate(path: string, content: string): void;
    addTransform(
      name: string,
      change: (this: { readonly page: { readonly filePathStem: string } }, content: string) => string,
    ): void;
  }
  export class Eleventy {
    constructor(
      input: string,
      output: string,
      options: { readonly quietMode: boolean; readonly config: (eleventy: Config) => void },
    );
    write(): Promise<unknown>;
  }
  export const IdAttributePlugin: unknown;
}
