import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { buttonClass } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';

/** Error boundary of a page inside the frame. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  return <PageFailure error={error} onRetry={() => void router.invalidate()} />;
}

/** Error boundary of the whole application. */
export function WholePageProblem(props: ErrorComponentProps) {
  return (
    <main id="main">
      <PageProblem {...props} />
    </main>
  );
}

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
