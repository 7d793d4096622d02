import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';

/** Time for the new page to name itself. */
const SETTLE_MS = 250;

/** Says the name of a page that was reached without a reload, and lets the keyboard go on inside it. */
export function PageAnnouncer() {
  const pathname = useRouterState({ select: ({ resolvedLocation }) => resolvedLocation?.pathname });
  const first = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (pathname === undefined || pathname === first.current) return;
    first.current = undefined;
    const timer = setTimeout(() => {
      setTitle(document.title);
      // what had the focus is gone with the last page
      if (document.activeElement === document.body) document.getElementById('main')?.focus({ preventScroll: true });
    }, SETTLE_MS);
    return () => clearTimeout(timer);
  }, [pathname]);
  return (
    <div className="visually-hidden" role="status">
      {title}
    </div>
  );
}
