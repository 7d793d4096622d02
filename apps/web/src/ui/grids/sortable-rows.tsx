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

/** Height of a row in CSS pixels; all are alike, so that a place on the screen is a place in the list. */
const ROW_HEIGHT = 88;

interface SortableRowsProps {
  /** What is listed. */
  readonly label: string;
  readonly count: number;
  /** What an item is called; undefined while it is not loaded. */
  readonly nameAt: (index: number) => string | undefined;
  readonly renderRow: (index: number) => ReactNode;
  /** What else can be done with an item. */
  readonly actionsAt?: (index: number) => readonly MenuItem[];
  /** Moves an item to the place of another; absent where the order is not one's own to change. */
  readonly onMove?: ((from: number, to: number, how: MoveHow) => void) | undefined;
  /** The range of items on and near the screen, told whenever it changes; `to` is not in it. */
  readonly onRange: (from: number, to: number) => void;
}

/** `step`: one place by a key; everything else goes farther, and may be regretted. */
export type MoveHow = 'step' | 'jump';

/**
 * A numbered list of which only the visible rows exist. Rows are moved by dragging their handle, by the arrow keys, Home and End
 * on it, or from their menu, which knows every place.
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

  // the dragged row stays, however far away from its place it is dragged
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
            shift={drag.shiftOf(index)}
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

/** Moves rows, and says where they went to whoever cannot see it. */
function useMoves({ count, nameAt, onMove }: SortableRowsProps, focusRow: (index: number) => void) {
  const [said, setSaid] = useState('');
  /** Where an item goes that the list does not show there yet: keys come faster than it changes. */
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
    setSaid(`“${name}” is number ${formatNumber(to + 1)} of ${formatNumber(count)}`);
    onMove?.(from, to, how);
  };
  const moveByKey = (event: KeyboardEvent, index: number) => {
    const target = targetOf(event.key, index, count);
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
  /** By how many pixels it stands apart from its place. */
  readonly shift: number;
  readonly isDragged: boolean;
  /** What its handle listens to; undefined where it has none. */
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
          aria-label={`Move ${name}`}
          title="Drag, or use the arrow keys"
          {...handle}
        >
          <Icon name="grip" />
        </button>
      )}
      <div className={css['content']}>{children}</div>
      {name !== '' && items.length > 0 && <Menu label={`Actions for ${name}`} items={items} />}
    </li>
  );
}

function targetOf(key: string, index: number, count: number): number | undefined {
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
  const up: MenuItem = { label: 'Move up', icon: 'up', run: () => move(index, index - 1, 'step') };
  const down: MenuItem = { label: 'Move down', icon: 'down', run: () => move(index, index + 1, 'step') };
  const far: MenuItem = { label: 'Move to a place…', icon: 'list', run: () => ask(index) };
  return [...(index > 0 ? [up] : []), ...(index < count - 1 ? [down] : []), ...(count > 2 ? [far] : [])];
}

/** Answers whether the row is there to be focused. */
function focusHandle(list: HTMLElement | null, index: number): boolean {
  const handle = list?.querySelector<HTMLElement>(`[data-index="${index}"] > button`) ?? null;
  handle?.focus({ preventScroll: true });
  return handle !== null;
}

/** How far the list begins below the top of the page. */
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
