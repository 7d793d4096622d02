import { t } from '@lingui/core/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { inlineSign } from '#lib/direction.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { moveInGrid } from '#ui/grids/grid-shape.ts';
import css from './tile-row.module.css';

interface TileRowProps<Item> {
  readonly title: string;
  /** Shown instead of the title, such as a link. */
  readonly heading?: ReactNode;
  readonly items: readonly Item[];
  /** Renders one item; only a `focusable` one is in the tab order. */
  readonly renderItem: (item: Item, focusable: boolean, index: number) => ReactNode;
}

/**
 * A titled row that scrolls sideways by touch, wheel, keys and buttons. One tile is in the tab order; left, right, Home
 * and End move.
 */
export function TileRow<Item extends { readonly id: string }>({
  title,
  heading = title,
  items,
  renderItem,
}: TileRowProps<Item>) {
  const strip = useRef<HTMLUListElement>(null);
  const [active, setActive] = useState(0);
  const tabStop = Math.min(active, items.length - 1);
  const { before, after, measure } = useOverflow(strip);
  const turn = (way: 1 | -1) => {
    const element = strip.current;
    element?.scrollBy({ left: inlineSign() * way * element.clientWidth * 0.85, behavior: 'smooth' });
  };
  return (
    <section className={css['row']} aria-label={title}>
      <header className={css['header']}>
        <h2>{heading}</h2>
        {(before || after) && (
          <div className={css['buttons']}>
            <IconButton icon="back" label={t`${title}: previous`} disabled={!before} onClick={() => turn(-1)} />
            <IconButton icon="forward" label={t`${title}: next`} disabled={!after} onClick={() => turn(1)} />
          </div>
        )}
      </header>
      <ul
        ref={strip}
        className={css['strip']}
        onScroll={measure}
        onKeyDown={(event) => {
          const next = SIDEWAYS.has(event.key) ? moveInGrid(event.key, asGrid(tabStop, items.length)) : undefined;
          if (next === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
          event.preventDefault();
          strip.current?.children.item(next)?.querySelector('a')?.focus();
        }}
      >
        {items.map((item, index) => (
          <li key={item.id} onFocus={() => setActive(index)}>
            {renderItem(item, index === tabStop, index)}
          </li>
        ))}
      </ul>
    </section>
  );
}

const SIDEWAYS: ReadonlySet<string> = new Set(['ArrowLeft', 'ArrowRight', 'Home', 'End']);

function asGrid(active: number, count: number) {
  return { active, count, columns: count, rowsOnScreen: 1 };
}

function useOverflow(strip: { readonly current: HTMLElement | null }) {
  const [overflow, setOverflow] = useState({ before: false, after: false });
  const measure = () => {
    const element = strip.current;
    if (element === null) return;
    const scrolled = Math.abs(element.scrollLeft);
    const before = scrolled > 4;
    const after = scrolled + element.clientWidth < element.scrollWidth - 4;
    setOverflow((held) => (held.before === before && held.after === after ? held : { before, after }));
  };
  useEffect(() => {
    if (strip.current === null) return;
    const observer = new ResizeObserver(measure);
    observer.observe(strip.current);
    const children = new MutationObserver(measure);
    children.observe(strip.current, { childList: true });
    return () => {
      observer.disconnect();
      children.disconnect();
    };
  });
  return { ...overflow, measure };
}
