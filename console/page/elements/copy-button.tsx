import { useState } from 'preact/hooks';
import { attempt } from '../live/control-api.ts';
import './copyable.css';

interface CopyButtonProps {
  readonly text: string;
  readonly label?: string;
  /** What is copied, for who cannot see what stands beside it. */
  readonly what: string;
}

export const CopyButton = ({ text, label = 'Copy', what }: CopyButtonProps) => {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    attempt(async () => {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      setTimeout(() => setCopied(false), 1500);
    });
  const shown = copied ? 'Copied' : label;
  return (
    <button type="button" class="copy" aria-label={`${shown}: ${what}`} onClick={() => void copy()}>
      {shown}
    </button>
  );
};

export const Copyable = ({ text, what }: { readonly text: string; readonly what: string }) => (
  <div class="copyable">
    <pre tabIndex={0} aria-label={what}>
      {text}
    </pre>
    <CopyButton text={text} what={what} />
  </div>
);
