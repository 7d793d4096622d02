import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasStatus, isAway, isTemporary, request } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: RequestMeta;
    mutationMeta: RequestMeta;
  }
}

type RequestMeta = {
  /** A 401 is a normal answer, such as a wrong password, and does not end the session. */
  readonly expects401?: boolean;
};

/** Callbacks for outcomes of any request. */
export interface RequestOutcomes {
  /** A 401 without `expects401`: the session is over. */
  readonly onSignedOut: () => void;
  /** The server answered, successfully or not. */
  readonly onAnswer: () => void;
  /** No answer. */
  readonly onUnreachable: () => void;
}

/** Answers stay fresh for 30 s; live updates invalidate earlier. */
export function createQueryClient(outcomes: RequestOutcomes): QueryClient {
  const report = (error: Error, meta: RequestMeta | undefined) => {
    if (hasStatus(error, 401) && meta?.expects401 !== true) outcomes.onSignedOut();
    if (!isAway(error)) outcomes.onAnswer();
    else if (hasStatus(error, 0)) outcomes.onUnreachable();
    // One slow query lets a proxy give up, too: only a server that does not answer at all is away.
    else request('getHealth', {}).catch(outcomes.onUnreachable);
  };
  return new QueryClient({
    queryCache: new QueryCache({ onSuccess: outcomes.onAnswer, onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({ onError: (error, _, __, mutation) => report(error, mutation.meta) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => isTemporary(error) && failures < 2,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
