import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { hasStatus, isPassing } from './api.ts';

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: RequestMeta;
    mutationMeta: RequestMeta;
  }
}

type RequestMeta = {
  /** A 401 is one of the answers asked for, such as a wrong password, and says nothing about the session. */
  readonly expects401?: boolean;
};

/** What the application does when any request, whoever made it, ends in one of these ways. */
export interface RequestOutcomes {
  /** The session is over: 401 from the server where `expects401` is not set. */
  readonly onSignedOut: () => void;
  /** The server answered, with whatever. */
  readonly onAnswer: () => void;
  /** The server did not answer. */
  readonly onUnreachable: () => void;
}

/** Cached answers live 30 s as fresh; live updates refresh what changes earlier. */
export function createQueryClient(outcomes: RequestOutcomes): QueryClient {
  const report = (error: Error, meta: RequestMeta | undefined) => {
    if (hasStatus(error, 401) && meta?.expects401 !== true) outcomes.onSignedOut();
    if (hasStatus(error, 0)) outcomes.onUnreachable();
    else outcomes.onAnswer();
  };
  return new QueryClient({
    queryCache: new QueryCache({ onSuccess: outcomes.onAnswer, onError: (error, query) => report(error, query.meta) }),
    mutationCache: new MutationCache({ onError: (error, _, __, mutation) => report(error, mutation.meta) }),
    defaultOptions: {
      queries: {
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        retry: (failures, error) => isPassing(error) && failures < 2,
        networkMode: 'always',
      },
      mutations: { networkMode: 'always' },
    },
  });
}
