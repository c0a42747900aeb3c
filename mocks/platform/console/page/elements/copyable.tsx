import { useState } from 'preact/hooks';
import './copyable.css';

/** A command with a button that copies it. */
export const Copyable = ({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) => {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), 1500);
  };
  return (
    <div class="copyable">
      <pre tabIndex={0}>{text}</pre>
      <button type="button" onClick={() => void copy()} aria-label={`${label}: ${text.slice(0, 60)}`}>
        {copied ? 'Copied' : label}
      </button>
    </div>
  );
};
