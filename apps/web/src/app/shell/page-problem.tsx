import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { describeProblem } from '#lib/problem.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { EmptyState, ErrorState } from '#ui/feedback/notice.tsx';

/** A page inside the frame that could not be shown. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  const { title, text } = describeProblem(error);
  return <ErrorState level={1} title={title} text={text} onRetry={() => void router.invalidate()} />;
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
