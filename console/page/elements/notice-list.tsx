import { dismiss, notices } from '../live/control-api.ts';
import './notice-list.css';

export const NoticeList = () => (
  <div class="notices" role="status" aria-live="polite">
    {notices.value.map(({ id, text, tone }) => (
      <p key={id} class={`notice ${tone}`}>
        {text}
        <button type="button" class="quiet" aria-label="Dismiss" onClick={() => dismiss(id)}>
          ×
        </button>
      </p>
    ))}
  </div>
);
