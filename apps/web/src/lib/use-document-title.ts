import { useEffect } from 'react';

/** Names the page in the tab and in the history; undefined while the name is still loading. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? 'Lectern' : `${title} · Lectern`;
  }, [title]);
}
