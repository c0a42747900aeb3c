import {
  elementScroll,
  observeElementOffset,
  observeElementRect,
  Virtualizer,
  type VirtualItem,
} from '@tanstack/virtual-core';
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import './virtual-list.css';

export interface VirtualListProps {
  readonly id: string;
  readonly label: string;
  readonly count: number;
  /** Pixels; all rows are of one height. */
  readonly rowHeight: number;
  readonly keyOf: (index: number) => string;
  readonly row: (index: number) => ComponentChildren;
  readonly selected: number | undefined;
  readonly onSelect: (index: number) => void;
  /** Instead of `onSelect`, where a pointer does more. */
  readonly onClick?: (index: number) => void;
  /** The right arrow unfolds, the left one folds. */
  readonly onFold?: (index: number, isOpen: boolean) => void;
  readonly onOpen?: (index: number) => void;
  /** How many rows have been put in at the top so far: who has scrolled down keeps seeing the same rows. */
  readonly addedAtTop: number;
}

/** A list box of which only the rows in sight exist. */
export const VirtualList = (props: VirtualListProps) => {
  const {
    id,
    label,
    count,
    rowHeight,
    keyOf,
    row,
    selected,
    onSelect,
    onClick = onSelect,
    onFold,
    onOpen,
    addedAtTop,
  } = props;
  const box = useRef<HTMLDivElement>(null);
  const [, setTurn] = useState(0);
  const [virtualizer] = useState(
    () =>
      new Virtualizer<HTMLDivElement, HTMLDivElement>({
        count,
        getScrollElement: () => box.current,
        estimateSize: () => rowHeight,
        observeElementRect,
        observeElementOffset,
        scrollToFn: elementScroll,
        onChange: () => setTurn((turn) => turn + 1),
      }),
  );
  virtualizer.setOptions({ ...virtualizer.options, count, getItemKey: keyOf, overscan: 6 });
  useLayoutEffect(() => virtualizer._didMount(), []);
  useLayoutEffect(() => virtualizer._willUpdate());

  const seen = useRef(addedAtTop);
  useLayoutEffect(() => {
    const added = addedAtTop - seen.current;
    seen.current = addedAtTop;
    const element = box.current;
    if (element !== null && added > 0 && element.scrollTop > rowHeight) element.scrollTop += added * rowHeight;
  }, [addedAtTop]);

  const shown = useRef<number>(undefined);
  useLayoutEffect(() => {
    if (selected !== undefined && selected !== shown.current) virtualizer.scrollToIndex(selected, { align: 'auto' });
    shown.current = selected;
  }, [selected]);

  const optionId = (index: number) => `${id}-${keyOf(index)}`;
  const items = virtualizer.getVirtualItems();
  const isDrawn = selected !== undefined && items.some(({ index }) => index === selected);
  return (
    <div
      ref={box}
      id={id}
      class="virtual-list"
      role="listbox"
      aria-label={label}
      tabIndex={0}
      {...(isDrawn && { 'aria-activedescendant': optionId(selected) })}
      onKeyDown={(event) => {
        const move = moves[event.key];
        const isOpen = { ArrowRight: true, ArrowLeft: false }[event.key];
        if (isOpen !== undefined && onFold !== undefined && selected !== undefined) onFold(selected, isOpen);
        else if (event.key === 'Enter' && selected !== undefined) onOpen?.(selected);
        else if (move === undefined || count === 0) return;
        else onSelect(Math.min(count - 1, Math.max(0, move(selected ?? -1, count))));
        event.preventDefault();
        event.stopPropagation();
      }}
    >
      <div class="virtual-list-all" style={{ height: `${virtualizer.getTotalSize()}px` }}>
        {items.map(({ key, index, start }: VirtualItem) => (
          <div
            key={key}
            id={optionId(index)}
            class="virtual-list-row"
            role="option"
            aria-selected={index === selected}
            aria-posinset={index + 1}
            aria-setsize={count}
            style={{ height: `${rowHeight}px`, transform: `translateY(${start}px)` }}
            onClick={() => onClick(index)}
            onDblClick={() => onOpen?.(index)}
          >
            {row(index)}
          </div>
        ))}
      </div>
    </div>
  );
};

const moves: Readonly<Record<string, (index: number, count: number) => number>> = {
  ArrowDown: (index) => index + 1,
  j: (index) => index + 1,
  ArrowUp: (index) => index - 1,
  k: (index) => index - 1,
  PageDown: (index) => index + 20,
  PageUp: (index) => index - 20,
  Home: () => 0,
  End: (_, count) => count - 1,
};
