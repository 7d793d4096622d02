import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { describeProblem } from '#lib/problem.ts';
import { buttonClass } from '#ui/button.tsx';
import { EmptyState, ErrorState } from '#ui/notice.tsx';

/** A page that could not be shown at all. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { title, text } = describeProblem(error);
  return (
    <main id="main">
      <ErrorState title={title} text={text} onRetry={() => void router.invalidate()} />
    </main>
  );
}

/** An address that leads nowhere. */
export function NoSuchPage() {
  return (
    <main id="main">
      <EmptyState
        icon="search"
        title="There is no page here"
        action={
          <Link to="/" className={buttonClass('primary')}>
            Go home
          </Link>
        }
      >
        The address may be old or mistyped.
      </EmptyState>
    </main>
  );
}
