import { t } from '@lingui/core/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect } from 'react';
import { EndedLink } from '#entities/share/ended-link.tsx';
import { sharedItemQuery } from '#entities/share/queries.ts';
import { hasStatus, request } from '#lib/api.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { buttonClass } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';

interface OpenLinkPageProps {
  /** Token of the link; empty without one. */
  readonly token: string;
  /** Called once a cookie gives what the link shares. */
  readonly onOpened: (shareId: string) => void;
  /** Called before the person goes to sign in, and then returns to this page. */
  readonly onSignIn: () => void;
}

/** Target of a shared link. */
export function OpenLinkPage({ token, onOpened, onSignIn }: OpenLinkPageProps) {
  useDocumentTitle(t`Shared link`);
  const queryClient = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: ['openShare', { token }],
    queryFn: async ({ signal }) => request('openShare', { body: { token }, signal }),
    enabled: token !== '',
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    meta: { expects401: true },
  });
  useEffect(() => {
    if (data === undefined) return;
    queryClient.setQueryData(sharedItemQuery(data.id).queryKey, data);
    onOpened(data.id);
  }, [data]);
  if (token === '') return <EndedLink />;
  if (hasStatus(error, 401)) return <SignInFirst onSignIn={onSignIn} />;
  if (error !== null) return <EndedLink error={error} onRetry={() => void refetch()} />;
  return <main id="main" aria-busy="true" />;
}

function SignInFirst({ onSignIn }: Pick<OpenLinkPageProps, 'onSignIn'>) {
  return (
    <main id="main">
      <EmptyState
        level={1}
        icon="lock"
        title={t`Sign in to open this link`}
        action={
          <Link to="/login" search={{ next: '/shared' }} className={buttonClass('primary', 'large')} onClick={onSignIn}>
            {t`Sign in`}
          </Link>
        }
      >{t`It is for people with an account here.`}</EmptyState>
    </main>
  );
}
