const again = /^(?<run>.+)-again(?:-(?<nth>[1-9]\d*))?$/;

/** Where a run is repeated: a folder beside its own, which keeps what it came to. */
export const againFolder = (folder: string): string => {
  const path = folder.replace(/(?<=.)\/+$/, '');
  // A folder without a name of its own has nothing beside it that would tell whose it is.
  if (/(?:^|\/)\.{0,2}$/.test(path)) return `${path}/again`;
  const { run, nth = '1' } = again.exec(path)?.groups ?? {};
  return run === undefined ? `${path}-again` : `${run}-again-${Number(nth) + 1}`;
};

/** The folder of the run that one of this name repeats. */
export const repeatedFolder = (folder: string): string | undefined => {
  const { run, nth } = again.exec(folder.replace(/\/+$/, ''))?.groups ?? {};
  if (run === undefined || nth === undefined) return run;
  return nth === '2' ? `${run}-again` : `${run}-again-${Number(nth) - 1}`;
};
