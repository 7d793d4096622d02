import { t } from '@lingui/core/macro';
import { ApiError } from '#lib/api.ts';
import { describeProblem } from '#lib/problem.ts';
import { useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/controls/button.tsx';
import { findAction } from '#entities/keys/key-map.ts';
import { useKeys } from '#entities/keys/use-keys.ts';
import type { ReaderBook } from './reader-props.ts';
import css from './reader-notice.module.css';

interface ReaderNoticeProps {
  readonly problem?: Error;
  readonly book?: Pick<ReaderBook, 'title' | 'analyzed' | 'analysisError'>;
  readonly onClose: () => void;
  readonly onRetry?: () => void;
}

function wordsFor({ problem, book }: ReaderNoticeProps): readonly [string, string] | undefined {
  if (problem instanceof ApiError) {
    const { title, text } = describeProblem(problem);
    return [title, text];
  }
  if (problem !== undefined) return [t`The book did not open`, problem.message];
  if (book === undefined) return undefined;
  const { title, analysisError, analyzed } = book;
  if (analysisError !== null) return [t`${title} cannot be read`, analysisError];
  return [
    title,
    analyzed ? t`This book has no pages.` : t`This book is still being analyzed. It opens by itself in a moment.`,
  ];
}

/** Escape leaves the notice too, so that the user need not wait for pages. */
function useEscape(onClose: () => void): void {
  const keys = useKeys();
  const latest = useRef({ keys, onClose });
  useLayoutEffect(() => {
    latest.current = { keys, onClose };
  });
  useLayoutEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const { keys: bound, onClose: close } = latest.current;
      if (!event.defaultPrevented && findAction(event, { keys: bound, characterKeys: false }) === 'close') {
        event.preventDefault();
        close();
      }
    };
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
}

/** Replaces the page while loading or after an error; empty at first, so that fast answers do not flicker. */
export function ReaderNotice(props: ReaderNoticeProps) {
  useEscape(props.onClose);
  const words = wordsFor(props);
  if (words === undefined) {
    return (
      <main id="main" className={css['notice']} aria-busy="true">
        <span className={css['spinner']} role="status" aria-label={t`Opening the book`} />
      </main>
    );
  }
  const [title, text] = words;
  const { problem, onRetry, onClose } = props;
  const isHelpful = !(problem instanceof ApiError) || describeProblem(problem).retry;
  return (
    <main id="main" className={css['notice']}>
      <h1>{title}</h1>
      <p role={problem === undefined ? 'status' : 'alert'}>{text}</p>
      <div className={css['actions']}>
        {onRetry !== undefined && isHelpful && (
          <Button look="primary" icon="refresh" onClick={onRetry}>{t`Try again`}</Button>
        )}
        <Button icon="back" onClick={onClose}>{t`Back`}</Button>
      </div>
    </main>
  );
}
