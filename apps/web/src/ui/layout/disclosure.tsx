import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './disclosure.module.css';
import { Icon } from '#ui/pictures/icon.tsx';

interface DisclosureProps {
  readonly title: string;
  /** Short text shown while closed. */
  readonly summary?: string | undefined;
  /** Opens when it becomes true; closing is left to the user. */
  readonly open?: boolean;
  /** Renders the content on first opening, for content that must be fetched. */
  readonly later?: boolean;
  readonly children: ReactNode;
}

export function Disclosure({ title, summary, open = false, later = false, children }: DisclosureProps) {
  const details = useRef<HTMLDetailsElement>(null);
  const [asked, setAsked] = useState(!later);
  useEffect(() => {
    if (open && details.current !== null) details.current.open = true;
  }, [open]);
  return (
    <details
      ref={details}
      className={css['details']}
      onToggle={(event) => {
        if (event.currentTarget.open) setAsked(true);
      }}
    >
      <summary className={css['summary']}>
        <Icon name="forward" size={16} />
        <span>{title}</span>
        {summary !== undefined && <span className={css['hint']}>{summary}</span>}
      </summary>
      <div className={css['content']}>{asked && children}</div>
    </details>
  );
}
