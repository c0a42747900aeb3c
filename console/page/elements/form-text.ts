/** What was typed into the fields of a form, by their names, without the space around it. */
export type Typed = (name: string) => string;

const readForm = (form: HTMLFormElement): Typed => {
  const given = new FormData(form);
  return (name) => {
    const value = given.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
};

/** For a form that is sent nowhere. */
export const submitted =
  (act: (text: Typed, form: HTMLFormElement) => unknown) =>
  (event: SubmitEvent & { readonly currentTarget: HTMLFormElement }): void => {
    event.preventDefault();
    act(readForm(event.currentTarget), event.currentTarget);
  };
