import { Link } from '@tanstack/react-router';
import { describeProblem } from '#lib/problem.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { ErrorState } from './notice.tsx';

interface PageFailureProps {
  readonly error: unknown;
  readonly onRetry: () => void;
}

/** Stands in place of a whole page: tries again where that may help, leads away where it cannot. */
export function PageFailure({ error, onRetry }: PageFailureProps) {
  const { retry, ...words } = describeProblem(error);
  if (retry) return <ErrorState level={1} {...words} onRetry={onRetry} />;
  const home = (
    <Link to="/" className={buttonClass('primary')}>
      Go home
    </Link>
  );
  return <ErrorState level={1} {...words} action={home} />;
}
