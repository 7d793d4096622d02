import type { ReactNode } from 'react';
import { describeProblem } from '#lib/problem.ts';
import { ErrorState } from './notice.tsx';

interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  readonly refetch: () => unknown;
}

interface QueryBoundaryProps<Data> {
  readonly query: Asked<Data>;
  /** Skeleton of the content. */
  readonly loading: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Renders a query: skeleton, error (without older data), or content. */
export function QueryBoundary<Data>({ query, loading, children }: QueryBoundaryProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return loading;
  const { title, text, retry } = describeProblem(query.error);
  return <ErrorState title={title} text={text} onRetry={retry ? () => void query.refetch() : undefined} />;
}
