import { useEffect } from 'react';

/** Sets the document title; undefined while it is loading. */
export function useDocumentTitle(title: string | undefined): void {
  useEffect(() => {
    document.title = title === undefined ? 'Lectern' : `${title} · Lectern`;
  }, [title]);
}
