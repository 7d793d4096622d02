import { type ReactNode, useEffect, useRef, useState } from 'react';
import { IconButton } from './button.tsx';
import css from './tile-row.module.css';

interface TileRowProps {
  readonly title: string;
  /** A link to everything of which the row shows the start. */
  readonly more?: ReactNode;
  /** Its tiles. */
  readonly children: ReactNode;
}

/** A named row that scrolls sideways by touch, wheel, keys and, where there is room, buttons. */
export function TileRow({ title, more, children }: TileRowProps) {
  const strip = useRef<HTMLUListElement>(null);
  const { before, after, measure } = useOverflow(strip);
  const turn = (way: 1 | -1) => {
    const element = strip.current;
    element?.scrollBy({ left: way * element.clientWidth * 0.85, behavior: 'smooth' });
  };
  return (
    <section className={css['row']} aria-label={title}>
      <header className={css['header']}>
        <h2>{title}</h2>
        {more}
        {(before || after) && (
          <div className={css['buttons']}>
            <IconButton icon="back" label={`${title}: back`} disabled={!before} onClick={() => turn(-1)} />
            <IconButton icon="forward" label={`${title}: on`} disabled={!after} onClick={() => turn(1)} />
          </div>
        )}
      </header>
      <ul ref={strip} className={css['strip']} onScroll={measure}>
        {children}
      </ul>
    </section>
  );
}

function useOverflow(strip: { readonly current: HTMLElement | null }) {
  const [overflow, setOverflow] = useState({ before: false, after: false });
  const measure = () => {
    const element = strip.current;
    if (element === null) return;
    const before = element.scrollLeft > 4;
    const after = element.scrollLeft + element.clientWidth < element.scrollWidth - 4;
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
