import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
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

const NEW = 'new';

/** Services elsewhere that sign people in. */
export function SignInPage() {
  useDocumentTitle(t`Sign-in providers`);
  const query = useQuery(providersQuery());
  const [edited, setEdited] = useState<string>();
  const add = <Button look="primary" icon="plus" onClick={() => setEdited(NEW)}>{t`Add provider`}</Button>;
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
                <ProviderCard key={provider.id} provider={provider} onEdit={() => setEdited(provider.id)} />
              ))}
            </>
          )
        }
      </QueryBoundary>
      {edited !== undefined && (
        <ProviderDialog provider={query.data?.find(({ id }) => id === edited)} onClose={() => setEdited(undefined)} />
      )}
    </>
  );
}
