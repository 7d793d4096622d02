import { t } from '@lingui/core/macro';
import { type ErrorComponentProps, Link, useRouter } from '@tanstack/react-router';
import { useCallback } from 'react';
import { MissingCodeError } from '#lib/code-loader.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { PageFailure } from '#ui/feedback/page-failure.tsx';
import { MissingPage } from './missing-page.tsx';

/** Error boundary of a page inside the frame. */
export function PageProblem({ error }: ErrorComponentProps) {
  const router = useRouter();
  const retry = useCallback(() => void router.invalidate(), [router]);
  if (error instanceof MissingCodeError) return <MissingPage error={error} onFetched={retry} />;
  return <PageFailure error={error} onRetry={retry} />;
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
      title={t`Page not found`}
      action={<Link to="/" className={buttonClass('primary')}>{t`Go home`}</Link>}
    >{t`The address may be old or mistyped.`}</EmptyState>
  );
}
