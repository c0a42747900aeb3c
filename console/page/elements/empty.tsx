import type { ComponentChildren } from 'preact';
import './empty.css';

/** Nothing here yet, and what to do about that. */
export const Empty = ({ title, children }: { readonly title: string; readonly children?: ComponentChildren }) => (
  <div class="empty">
    <h2>{title}</h2>
    {children}
  </div>
);
