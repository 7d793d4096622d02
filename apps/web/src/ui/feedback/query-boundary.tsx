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
  /** The shape of what is coming. */
  readonly loading: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Draws what a query answered; before that its shape, and its problem when there is nothing older to show. */
export function QueryBoundary<Data>({ query, loading, children }: QueryBoundaryProps<Data>): ReactNode {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return loading;
  const { title, text, retry } = describeProblem(query.error);
  return <ErrorState title={title} text={text} onRetry={retry ? () => void query.refetch() : undefined} />;
}
