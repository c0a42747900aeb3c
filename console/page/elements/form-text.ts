/** What was typed into the fields of a form, without the space around it. */
export const readForm = (form: HTMLFormElement): ((name: string) => string) => {
  const given = new FormData(form);
  return (name) => {
    const value = given.get(name);
    return typeof value === 'string' ? value.trim() : '';
  };
};
