import { t } from '@lingui/core/macro';
import type { ReactNode } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import { Icon, type IconName } from '#ui/pictures/icon.tsx';
import css from './notice.module.css';

/** Heading level; 1 when the notice is the whole page. */
type Level = 1 | 2;

function StateTitle({ level, title }: { readonly level: Level; readonly title: string }) {
  return level === 1 ? <h1 className={css['title']}>{title}</h1> : <h2>{title}</h2>;
}

interface EmptyStateProps {
  readonly level?: Level;
  readonly icon: IconName;
  /** What will appear here, or that all is well. */
  readonly title: string;
  readonly children?: ReactNode;
  readonly action?: ReactNode;
}

export function EmptyState({ level = 2, icon, title, children, action }: EmptyStateProps) {
  return (
    <section className={css['state']}>
      <span className={css['mark']}>
        <Icon name={icon} size={30} />
      </span>
      <StateTitle level={level} title={title} />
      {children !== undefined && <div className={css['text']}>{children}</div>}
      {action}
    </section>
  );
}

interface ErrorStateProps {
  readonly level?: Level;
  readonly title: string;
  readonly text: string;
  /** Absent when a retry cannot help. */
  readonly onRetry?: (() => void) | undefined;
  readonly action?: ReactNode;
}

export function ErrorState({ level = 2, title, text, onRetry, action }: ErrorStateProps) {
  return (
    <section className={css['state']} role="alert">
      <span className={classNames(css['mark'], css['bad'])}>
        <Icon name="warning" size={30} />
      </span>
      <StateTitle level={level} title={title} />
      <p className={css['text']}>{text}</p>
      {onRetry !== undefined && <Button icon="refresh" onClick={onRetry}>{t`Try again`}</Button>}
      {action}
    </section>
  );
}

interface NoteProps {
  readonly tone: 'info' | 'warning' | 'danger';
  readonly children: ReactNode;
  readonly action?: ReactNode;
}

/** A short message in the page flow. */
export function Note({ tone, children, action }: NoteProps) {
  return (
    <div className={classNames(css['note'], css[tone])}>
      <Icon name={tone === 'info' ? 'info' : 'warning'} />
      <div className={css['noteText']}>{children}</div>
      {action}
    </div>
  );
}
