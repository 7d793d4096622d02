import { useEffect, useRef } from 'react';
import type { IconName } from '#ui/pictures/icon.tsx';

export interface MenuItem {
  readonly label: string;
  readonly icon?: IconName;
  readonly tone?: 'danger';
  /** Starts a new group with a separator. */
  readonly apart?: true;
  /** Its own key, as it is printed; the palette shows it. */
  readonly keys?: string;
  /** Other words that find it in the palette. */
  readonly words?: string;
  /** The palette does not offer it. */
  readonly onlyHere?: true;
  readonly run: () => void;
}

export interface MenuDownload {
  readonly label: string;
  readonly icon?: IconName;
  readonly download: string;
}

/** Actions of one thing on the page. */
export interface PageActions {
  /** Names the thing, such as “Actions for Saga”. */
  readonly title: string;
  readonly items: readonly (MenuItem | MenuDownload)[];
}

type Shown = { readonly current: PageActions };

/** Those of all mounted components, in the order in which they came. */
const shown = new Set<Shown>();

/** Offers actions in the palette as long as the component is shown. Every menu does so with its items. */
export function usePageActions(title: string, items: PageActions['items']): void {
  const latest = useRef<PageActions>({ title, items });
  useEffect(() => {
    latest.current = { title, items };
  });
  useEffect(() => offerPageActions(latest), []);
}

/** @returns takes them back */
export function offerPageActions(actions: Shown): () => void {
  shown.add(actions);
  return () => void shown.delete(actions);
}

/** Actions that the page offers now. */
export function listPageActions(): readonly PageActions[] {
  return [...shown].map(({ current }) => current).filter(({ items }) => items.length > 0);
}
