import { type ReactNode, useEffect, useRef } from 'react';
import css from './disclosure.module.css';
import { Icon } from './icon.tsx';

interface DisclosureProps {
  readonly title: string;
  /** Unfolds it when it turns true; folding stays with the reader. */
  readonly open?: boolean;
  readonly children: ReactNode;
}

/** Details that are folded away until somebody asks. */
export function Disclosure({ title, open = false, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (open && details.current !== null) details.current.open = true;
  }, [open]);
  return (
    <details ref={details} className={css['details']}>
      <summary className={css['summary']}>
        <Icon name="forward" size={16} />
        {title}
      </summary>
      <div className={css['content']}>{children}</div>
    </details>
  );
}
