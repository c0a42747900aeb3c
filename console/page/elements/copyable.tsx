import { CopyButton } from './copy-button.tsx';
import './copyable.css';

/** A command with a button that copies it. */
export const Copyable = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="copyable">
    <pre tabIndex={0} aria-label={what}>
      {text}
    </pre>
    <CopyButton text={text} what={what} />
  </div>
);
