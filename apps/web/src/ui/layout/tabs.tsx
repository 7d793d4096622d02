import { type ComponentRef, type ReactNode, useEffect, useRef } from 'react';
import css from './tabs.module.css';

/** Goes on each link of a row of tabs; the link to the page shown carries aria-current. */
export const tabClass = css['tab'] ?? '';

/** Views of one thing, each with its own address. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const row = useRef<ComponentRef<'nav'>>(null);
  // on narrow screens the row is moved sideways, and the page shown may be beyond its edge
  useEffect(() => {
    row.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return (
    <nav ref={row} className={css['tabs']} aria-label={label}>
      {children}
    </nav>
  );
}
