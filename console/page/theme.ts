import { effect, signal } from '@preact/signals';

const choices = ['system', 'light', 'dark'] as const;
export type Theme = (typeof choices)[number];

const kept = 'console-theme';

const remembered = (): Theme => choices.find((choice) => choice === localStorage.getItem(kept)) ?? 'system';

export const theme = signal<Theme>(remembered());

export const nextTheme = (): void => {
  theme.value = choices[(choices.indexOf(theme.value) + 1) % choices.length] ?? 'system';
};

effect(() => {
  localStorage.setItem(kept, theme.value);
  document.documentElement.dataset['theme'] = theme.value;
});
