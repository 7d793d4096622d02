import { t } from '@lingui/core/macro';
import { hasStatus } from '#lib/api.ts';
import { describeProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { ErrorState } from '#ui/feedback/notice.tsx';

/** Whether a link has ended, or must be opened again. */
export function isEnded(error: unknown): boolean {
  return hasStatus(error, 404) || hasStatus(error, 401) || hasStatus(error, 400);
}

interface EndedLinkProps {
  /** Undefined where the link is known to share nothing. */
  readonly error?: unknown;
  readonly onRetry?: () => void;
}

/** The whole page of a link that does not open. */
export function EndedLink({ error, onRetry }: EndedLinkProps) {
  const hasEnded = error === undefined || isEnded(error);
  const { title, text, retry } = hasEnded ? sayEnded() : describeProblem(error);
  useDocumentTitle(title);
  return (
    <main id="main">
      <ErrorState level={1} title={title} text={text} onRetry={retry ? onRetry : undefined} />
    </main>
  );
}

function sayEnded() {
  return {
    title: t`This link no longer works`,
    text: t`It has ended, or must be opened again. You can ask for a new one.`,
    retry: false,
  };
}
