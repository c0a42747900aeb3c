import { useEffect } from 'preact/hooks';
import { Empty } from '../elements/empty.tsx';
import { Copyable } from '../elements/copyable.tsx';
import { VirtualList } from '../elements/virtual-list.tsx';
import { go, href, route } from '../route.ts';
import { Detail } from './detail.tsx';
import { Filters } from './filters.tsx';
import type { Row } from './row.ts';
import { rows } from './rows.ts';
import { TrafficRow } from './traffic-row.tsx';
import './traffic.css';

const rowHeight = 30;

/** Every call and every queue event, newest first. */
export const TrafficView = () => {
  const { matching, all, added } = rows.value;
  const { path, query } = route.value;
  const [key] = path;
  const newestFirst = (index: number) => matching[matching.length - 1 - index];
  const found = key === undefined ? -1 : matching.findLastIndex((row) => row.key === key);
  const open = (index: number) => {
    const row = newestFirst(index);
    if (row !== undefined) go(href('traffic', [row.key], query));
  };
  useTrafficKeys();
  return (
    <div class={key === undefined ? 'traffic' : 'traffic split'}>
      <Filters />
      {all === 0 ? (
        <NothingYet />
      ) : matching.length === 0 ? (
        <Empty title="Nothing matches">
          <p>Take a filter away, or wait: what matches appears here as it happens.</p>
        </Empty>
      ) : (
        <VirtualList
          id="traffic-list"
          label="Traffic, newest first"
          count={matching.length}
          rowHeight={rowHeight}
          keyOf={(index) => newestFirst(index)?.key ?? String(index)}
          row={(index) => {
            const row = newestFirst(index);
            return row && drawn(row);
          }}
          selected={found < 0 ? undefined : matching.length - 1 - found}
          onSelect={open}
          onOpen={() => document.getElementById('traffic-detail')?.focus()}
          addedAtTop={added}
        />
      )}
      {key !== undefined && <Detail rowKey={key} />}
    </div>
  );
};

/** A row never changes, and an element that is the same is not compared: scrolling costs what comes into sight. */
const elements = new WeakMap<Row, ReturnType<typeof TrafficRow>>();

const drawn = (row: Row) => {
  const element = elements.get(row) ?? <TrafficRow row={row} />;
  elements.set(row, element);
  return element;
};

const useTrafficKeys = () =>
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.ctrlKey || event.metaKey || event.altKey) return;
      const { target } = event;
      const isTyping = target instanceof HTMLElement && target.matches('input, select, textarea');
      if (event.key === 'Escape') {
        if (isTyping) document.getElementById('traffic-list')?.focus();
        else if (route.value.path.length > 0) {
          go(href('traffic', [], route.value.query));
          document.getElementById('traffic-list')?.focus();
        } else return;
      } else if (isTyping) return;
      else if (event.key === '/') document.getElementById('traffic-search')?.focus();
      else if (event.key === 'j' || event.key === 'k') {
        const list = document.getElementById('traffic-list');
        list?.focus();
        list?.dispatchEvent(new KeyboardEvent('keydown', { key: event.key }));
      } else return;
      event.preventDefault();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  }, []);

const NothingYet = () => (
  <Empty title="Nothing has happened yet">
    <p>
      Every call a till or a shop makes, and every call made to them, appears here as it happens. To see some traffic:
    </p>
    <p>
      Add a location on the <a href={href('till')}>till bench</a>, issue a PIN and activate your till with it; or let a
      till in plain curl do it, with the address that was printed as platform:
    </p>
    <Copyable text="examples/till.sh ADDRESS 5250000001 PIN" what="reference till" />
    <p>
      Or scan a basket of your shop on the <a href={href('phone')}>phone</a>.
    </p>
  </Empty>
);
