import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** A new page needs this time to set its document title. */
const DELAY_MS = 250;

/** Announces client-side navigation to screen readers and moves the focus into the page. */
export function PageAnnouncer() {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const last = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    const before = last.current;
    last.current = pathname;
    // The browser itself announces the page that it loads, and begins at its top.
    if (before === undefined || pathname === undefined || pathname === before) return;
    const timer = setTimeout(() => {
      setTitle(document.title);
      // the element that had the focus was removed with the last page
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    }, DELAY_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  );
}
