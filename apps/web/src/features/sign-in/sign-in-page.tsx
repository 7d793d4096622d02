import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { SignInProvider } from '@lectern/contract';
import { useState } from 'react';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { lazyComponent } from '#ui/feedback/lazy-component.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { ProviderCard } from './provider-card.tsx';
import { providersQuery } from './provider-requests.ts';
import css from './sign-in-page.module.css';

const ProviderDialog = lazyComponent(async () => (await import('./provider-dialog.tsx')).ProviderDialog);

/** Services elsewhere that sign people in. */
export function SignInPage() {
  useDocumentTitle(t`Sign-in providers`);
  const query = useQuery(providersQuery());
  // The provider as it was when its dialog opened: another tab may delete it meanwhile. Null for a new one.
  const [edited, setEdited] = useState<SignInProvider | null>();
  const add = <Button look="primary" icon="plus" onClick={() => setEdited(null)}>{t`Add provider`}</Button>;
  return (
    <>
      <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading sign-in providers`} />}>
        {(providers) =>
          providers.length === 0 ? (
            <EmptyState icon="key" title={t`No sign-in providers yet`} action={add}>
              {t`Add a service such as Authelia, Authentik or Keycloak, and people sign in with their account there.`}
            </EmptyState>
          ) : (
            <>
              <div className={css['head']}>{add}</div>
              {providers.map((provider) => (
                <ProviderCard key={provider.id} provider={provider} onEdit={() => setEdited(provider)} />
              ))}
            </>
          )
        }
      </QueryBoundary>
      {edited !== undefined && <ProviderDialog provider={edited ?? undefined} onClose={() => setEdited(undefined)} />}
    </>
  );
}
