import { type ReactNode, useEffect, useRef, useState } from 'react';
import css from './disclosure.module.css';
import { Icon } from '#ui/pictures/icon.tsx';

interface DisclosureProps {
  readonly title: string;
  /** What stands inside, in a few words, for whoever leaves it folded. */
  readonly summary?: string | undefined;
  /** Unfolds it when it turns true; folding stays with the reader. */
  readonly open?: boolean;
  /** Draws what is inside only once somebody asked: for what has to be fetched. */
  readonly later?: boolean;
  readonly children: ReactNode;
}

/** Details that are folded away until somebody asks. */
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
