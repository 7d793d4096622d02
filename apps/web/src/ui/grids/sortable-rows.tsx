import { t } from '@lingui/core/macro';
import { useWindowVirtualizer } from '@tanstack/react-virtual';
import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { formatNumber } from '#lib/format.ts';
import { classNames } from '#ui/style/class-names.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { MoveDialog } from './move-dialog.tsx';
import css from './sortable-rows.module.css';
import { useFocusWhenDrawn } from './use-focus-when-drawn.ts';
import { useRowDrag } from './use-row-drag.ts';

/** Row height in CSS pixels; constant, so that positions map to indexes. */
const ROW_HEIGHT = 88;

interface SortableRowsProps {
  readonly label: string;
  readonly count: number;
  /** Accessible name of an item; undefined while it is loading. */
  readonly nameAt: (index: number) => string | undefined;
  readonly renderRow: (index: number) => ReactNode;
  /** Extra menu items of a row. */
  readonly actionsAt?: (index: number) => readonly MenuItem[];
  /** Absent when the user may not reorder. */
  readonly onMove?: ((from: number, to: number, how: MoveHow) => void) | undefined;
  /** Called with the range near the viewport; `to` is exclusive. */
  readonly onRange: (from: number, to: number) => void;
}

/** `step`: one position by key; `jump`: any other move, which gets an undo. */
export type MoveHow = 'step' | 'jump';

/**
 * A virtualised numbered list. Rows move by dragging their handle, by arrow keys, Home and End on it, or from their
 * menu.
 */
export function SortableRows(props: SortableRowsProps) {
  const { label, count, nameAt, renderRow, actionsAt, onMove, onRange } = props;
  const list = useRef<HTMLOListElement>(null);
  const [asking, setAsking] = useState<number>();
  const virtualizer = useWindowVirtualizer({
    count,
    estimateSize: () => ROW_HEIGHT,
    overscan: 6,
    scrollMargin: useOffset(list),
  });
  const focus = useFocusWhenDrawn((index) => focusHandle(list.current, index));
  const { said, move, moveByKey } = useMoves(props, (index) => {
    virtualizer.scrollToIndex(index, { align: 'auto' });
    focus(index);
  });
  const drag = useRowDrag({ list, count, rowHeight: ROW_HEIGHT, onDrop: (from, to) => move(from, to, 'jump') });
  const visible = virtualizer.getVirtualItems().map(({ index }) => index);
  const [from, to] = [visible[0] ?? 0, Math.min(count, (visible.at(-1) ?? -1) + 1)];
  useEffect(() => onRange(from, to), [onRange, from, to]);

  // the dragged row stays rendered, however far it is dragged
  const drawn = [...new Set([...visible, ...(drag.from === undefined ? [] : [drag.from])])].toSorted((a, b) => a - b);
  return (
    <>
      <p role="status" className="visually-hidden">
        {said}
      </p>
      <ol ref={list} aria-label={label} className={css['rows']} style={{ blockSize: count * ROW_HEIGHT }}>
        {drawn.map((index) => (
          <Row
            key={index}
            index={index}
            count={count}
            name={nameAt(index)}
            shift={drag.getShift(index)}
            isDragged={drag.from === index}
            handle={
              onMove === undefined
                ? undefined
                : { ...drag.handleProps(index), onKeyDown: (event) => moveByKey(event, index) }
            }
            items={[
              ...(onMove === undefined ? [] : moveItems(index, count, { move, ask: setAsking })),
              ...(actionsAt?.(index) ?? []),
            ]}
          >
            {renderRow(index)}
          </Row>
        ))}
      </ol>
      {asking !== undefined && (
        <MoveDialog
          name={nameAt(asking) ?? ''}
          place={asking + 1}
          count={count}
          onClose={() => setAsking(undefined)}
          onMove={(place) => move(asking, place - 1, 'jump')}
        />
      )}
    </>
  );
}

/** Moves rows and announces their new position. */
function useMoves({ count, nameAt, onMove }: SortableRowsProps, focusRow: (index: number) => void) {
  const [said, setSaid] = useState('');
  /** Target of a pending move: keys may repeat faster than the list updates. */
  const underway = useRef<{ readonly name: string; readonly at: number }>(undefined);
  useEffect(() => {
    if (underway.current !== undefined && nameAt(underway.current.at) === underway.current.name) {
      underway.current = undefined;
    }
  });
  const move = (from: number, to: number, how: MoveHow) => {
    if (from === to || to < 0 || to >= count) return;
    const name = underway.current?.at === from ? underway.current.name : (nameAt(from) ?? '');
    underway.current = { name, at: to };
    const place = formatNumber(to + 1);
    const total = formatNumber(count);
    setSaid(t`“${name}” is now number ${place} of ${total}`);
    onMove?.(from, to, how);
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const target = findTarget(event.key, index, count);
    if (target === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    move(index, target, Math.abs(index - target) === 1 ? 'step' : 'jump');
    focusRow(target);
  };
  return { said, move, moveByKey };
}

interface RowProps {
  readonly index: number;
  readonly count: number;
  readonly name: string | undefined;
  /** Offset from its position, in pixels. */
  readonly shift: number;
  readonly isDragged: boolean;
  /** Handlers of the drag handle; undefined without one. */
  readonly handle: ComponentProps<'button'> | undefined;
  readonly items: readonly MenuItem[];
  readonly children: ReactNode;
}

function Row({ index, count, name = '', shift, isDragged, handle, items, children }: RowProps) {
  return (
    <li
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      className={classNames(css['row'], isDragged && css['dragged'])}
      style={{ blockSize: ROW_HEIGHT, translate: `0 ${index * ROW_HEIGHT + shift}px` }}
    >
      {handle !== undefined && (
        <button
          type="button"
          className={css['handle']}
          aria-label={t`Move ${name}`}
          title={t`Drag or use the arrow keys`}
          {...handle}
        >
          <Icon name="grip" />
        </button>
      )}
      <div className={css['content']}>{children}</div>
      {name !== '' && items.length > 0 && <Menu label={t`Actions for ${name}`} items={items} />}
    </li>
  );
}

function findTarget(key: string, index: number, count: number): number | undefined {
  if (key === 'ArrowUp') return Math.max(0, index - 1);
  if (key === 'ArrowDown') return Math.min(count - 1, index + 1);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : undefined;
}

interface Moves {
  readonly move: (index: number, target: number, how: MoveHow) => void;
  readonly ask: (index: number) => void;
}

function moveItems(index: number, count: number, { move, ask }: Moves): readonly MenuItem[] {
  const up: MenuItem = { label: t`Move up`, icon: 'up', run: () => move(index, index - 1, 'step') };
  const down: MenuItem = { label: t`Move down`, icon: 'down', run: () => move(index, index + 1, 'step') };
  const far: MenuItem = { label: t`Move to position…`, icon: 'list', run: () => ask(index) };
  return [...(index > 0 ? [up] : []), ...(index < count - 1 ? [down] : []), ...(count > 2 ? [far] : [])];
}

/** Returns whether the row is rendered. */
function focusHandle(list: HTMLElement | null, index: number): boolean {
  const handle = list?.querySelector<HTMLElement>(`[data-index="${index}"] > button`) ?? null;
  handle?.focus({ preventScroll: true });
  return handle !== null;
}

/** Distance of the list from the top of the page. */
function useOffset(list: { readonly current: HTMLElement | null }): number {
  const [offset, setOffset] = useState(0);
  useLayoutEffect(() => {
    const measure = () => {
      const top = list.current?.getBoundingClientRect().top;
      if (top !== undefined) setOffset(Math.round(top + scrollY));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(document.body);
    return () => observer.disconnect();
  }, [list]);
  return offset;
}
