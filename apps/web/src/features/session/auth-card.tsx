import type { ReactNode, SubmitEvent } from 'react';
import { ICON_ADDRESS } from '#lib/base-path.ts';
import { BusyNote } from '#ui/feedback/busy-note.tsx';
import css from './auth-card.module.css';

interface AuthCardProps {
  readonly title: string;
  readonly lead?: ReactNode;
  /** Error, announced to screen readers. */
  readonly problem?: ReactNode;
  readonly links?: ReactNode;
  readonly children?: ReactNode;
}

/** Layout of pages without a session. */
export function AuthCard({ title, lead, problem, links, children }: AuthCardProps) {
  return (
    <main id="main" className={css['page']}>
      <div className={css['card']}>
        <img src={ICON_ADDRESS} alt="" width={56} height={56} />
        <h1 className={css['title']}>{title}</h1>
        {lead !== undefined && <div className={css['lead']}>{lead}</div>}
        <div role="alert" className={css['problem']}>
          {problem}
        </div>
        {children}
        {links !== undefined && <div className={css['links']}>{links}</div>}
      </div>
    </main>
  );
}

interface AuthFormProps {
  /** Disables submission. */
  readonly busy: boolean;
  readonly onSubmit: () => void;
  readonly children: ReactNode;
}

/** The form of such a page; its last child is the button. */
export function AuthForm({ busy, onSubmit, children }: AuthFormProps) {
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (!busy) onSubmit();
  };
  return (
    <form className={css['form']} onSubmit={submit}>
      <BusyNote busy={busy} />
      {children}
    </form>
  );
}
