import { type ComponentRef, type ReactNode, useEffect, useRef } from 'react';
import css from './tabs.module.css';

/** Class of each tab link; the current one needs aria-current. */
export const tabClass = css['tab'] ?? '';

/** Tabs with an address each. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  const row = useRef<ComponentRef<'nav'>>(null);
  // on narrow screens the current tab may be outside of the scrolled row
  useEffect(() => {
    row.current?.querySelector('[aria-current="page"]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  });
  return (
    <nav ref={row} className={css['tabs']} aria-label={label}>
      {children}
    </nav>
  );
}
