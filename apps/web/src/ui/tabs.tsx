import type { ReactNode } from 'react';
import css from './tabs.module.css';

/** Goes on each link of a row of tabs; the link to the page shown carries aria-current. */
export const tabClass = css['tab'] ?? '';

/** Views of one thing, each with its own address. */
export function Tabs({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <nav className={css['tabs']} aria-label={label}>
      {children}
    </nav>
  );
}
