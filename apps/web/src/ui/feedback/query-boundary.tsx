import type { ReactNode } from 'react';
import { useAway } from '#lib/use-away.ts';
import { describeProblem } from '#lib/problem.ts';
import { ErrorState } from './notice.tsx';

interface Asked<Data> {
  readonly data: Data | undefined;
  readonly error: Error | null;
  /** The last error, also while the request is tried again. */
  readonly failureReason: Error | null;
  readonly refetch: () => unknown;
}

interface QueryBoundaryProps<Data> {
  readonly query: Asked<Data>;
  /** Skeleton of the content. */
  readonly loading: ReactNode;
  readonly children: (data: Data) => ReactNode;
  /** Replaces skeleton and error while the server does not answer, and may show them itself. */
  readonly whenAway?: (otherwise: ReactNode) => ReactNode;
}

/** Renders a query: skeleton, error (without older data), or content. */
export function QueryBoundary<Data>({ query, loading, children, whenAway }: QueryBoundaryProps<Data>): ReactNode {
  const isAway = useAway(query.failureReason);
  if (query.data !== undefined) return children(query.data);
  const otherwise = query.error === null ? loading : renderProblem(query, query.error);
  return isAway && whenAway !== undefined ? whenAway(otherwise) : otherwise;
}

function renderProblem({ refetch }: Pick<Asked<unknown>, 'refetch'>, error: Error): ReactNode {
  const { title, text, retry } = describeProblem(error);
  return <ErrorState title={title} text={text} onRetry={retry ? () => void refetch() : undefined} />;
}
