import './switch.css';

interface SwitchProps {
  readonly on: boolean;
  readonly label: string;
  /** What it says beside the label, such as open and closed. */
  readonly states: readonly [on: string, off: string];
  readonly onChange: (on: boolean) => void;
}

export const Switch = ({ on, label, states, onChange }: SwitchProps) => (
  <button type="button" role="switch" class="switch" aria-checked={on} onClick={() => onChange(!on)}>
    <span class="track" aria-hidden="true" />
    <span>
      {label} <span class="soft small">{on ? states[0] : states[1]}</span>
    </span>
  </button>
);
