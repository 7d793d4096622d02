import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { buttonClass } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';

/** A page inside the frame that could not be shown. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <PageFailure error={error} onRetry={() => void router.invalidate()} />;
}

/** Nothing could be shown, not even the frame. */
export function WholePageProblem(props: ErrorComponentProps) {
  return (
    <main id="main">
      <PageProblem {...props} />
    </main>
  );
}

/** An address that leads nowhere, inside the frame. */
export function NoSuchPage() {
  return (
    <EmptyState
      level={1}
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
  );
}
