import { computed, signal } from '@preact/signals';

export const views = ['traffic', 'till', 'phone', 'certification'] as const;
export type View = (typeof views)[number];

/** `#/traffic/x12?verdict=violation`: a view, what is looked at in it, and how it is filtered. */
const parse = (hash: string) => {
  const [path = '', query = ''] = hash.replace(/^#\/?/, '').split('?', 2);
  const [first, ...rest] = path.split('/').filter((part) => part !== '');
  return {
    view: views.find((view) => view === first) ?? 'traffic',
    path: rest.map(decoded),
    query: new URLSearchParams(query),
  };
};

const decoded = (part: string): string => {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
};

const hash = signal(location.hash);
addEventListener('hashchange', () => {
  hash.value = location.hash;
});

export const route = computed(() => parse(hash.value));

export const href = (view: View, path: readonly string[] = [], query?: URLSearchParams): string => {
  const text = query?.toString() ?? '';
  return `#/${[view, ...path.map(encodeURIComponent)].join('/')}${text === '' ? '' : `?${text}`}`;
};

export const go = (to: string): void => {
  location.hash = to;
};

/** The same place with other filters; no entry of its own in the history. */
export const replaceQuery = (change: Readonly<Record<string, string | undefined>>): void => {
  const { view, path, query } = route.value;
  const next = new URLSearchParams(query);
  for (const [name, value] of Object.entries(change))
    if (value === undefined || value === '') next.delete(name);
    else next.set(name, value);
  history.replaceState(null, '', href(view, path, next));
  hash.value = location.hash;
};
