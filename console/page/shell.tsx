import { connection } from './live/journal.ts';
import { href, route, type View, views } from './route.ts';
import { useEffect } from 'preact/hooks';
import { CertificationView } from './certification/certification-view.tsx';
import { PhoneView } from './phone/phone-view.tsx';
import { TillView } from './till/till-view.tsx';
import { nextTheme, theme } from './theme.ts';
import { TrafficView } from './traffic/traffic-view.tsx';
import './shell.css';
import { dismiss, notices } from './live/control-api.ts';
import './elements/notice-list.css';

const names: Readonly<Record<View, string>> = {
  traffic: 'Traffic',
  till: 'Till bench',
  phone: 'Phone',
  certification: 'Certification',
};

const states = { connecting: 'Connecting', live: 'Live', lost: 'Connection lost, trying again' } as const;
const themes = { system: 'Theme: system', light: 'Theme: light', dark: 'Theme: dark' } as const;

const contents: Readonly<Record<View, () => preact.JSX.Element>> = {
  traffic: TrafficView,
  till: TillView,
  phone: PhoneView,
  certification: CertificationView,
};

export const Shell = () => {
  const { view } = route.value;
  const Content = contents[view];
  useEffect(() => {
    document.title = `${names[view]} · mock platform`;
  }, [view]);
  return (
    <div class="shell">
      <header class="bar">
        <strong class="brand">Mock platform</strong>
        <nav aria-label="Views">
          {views.map((each) => (
            <a key={each} class="tab" href={href(each)} aria-current={each === view ? 'page' : undefined}>
              {names[each]}
            </a>
          ))}
        </nav>
        <span class={`connection ${connection.value}`} role="status">
          {states[connection.value]}
        </span>
        <a class="tab" href="/docs/" target="_blank" rel="noreferrer">
          Documentation
        </a>
        <button type="button" class="quiet" onClick={nextTheme}>
          {themes[theme.value]}
        </button>
      </header>
      <main>
        <h1 class="unseen">{names[view]}</h1>
        <Content />
      </main>
      <NoticeList />
    </div>
  );
};

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
