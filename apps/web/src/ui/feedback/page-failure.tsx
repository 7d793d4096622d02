import { t } from '@lingui/core/macro';
import { Link } from '@tanstack/react-router';
import { describeProblem } from '#lib/problem.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { ErrorState } from './notice.tsx';

interface PageFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Replaces a whole page: offers a retry where it may help, else a way out. */
export function PageFailure({ error, onRetry }: PageFailureProps) {
  const { retry, ...words } = describeProblem(error);
  if (retry) return <ErrorState level={1} {...words} onRetry={onRetry} />;
  const home = <Link to="/" className={buttonClass('primary')}>{t`Go home`}</Link>;
  return <ErrorState level={1} {...words} action={home} />;
}
