import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KeyList } from '#entities/api-key/key-list.tsx';
import { LazyKeyDialog } from '#entities/api-key/lazy-key-dialog.tsx';
import { apiKeysQuery } from '#entities/api-key/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './keys-page.module.css';

export function KeysPage() {
  useDocumentTitle(t`API keys`);
  const keys = useQuery(apiKeysQuery());
  const writes = useMay('ApiKeysWrite');
  const revokes = useMay('ApiKeysDelete');
  const [isAdding, setAdding] = useState(false);
  const add = writes && <Button look="primary" icon="plus" onClick={() => setAdding(true)}>{t`Create API key`}</Button>;
  return (
    <>
      <QueryBoundary query={keys} loading={<BoxSkeletons label={t`Loading your API keys`} />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon="key" title={t`No API keys yet`} action={add}>
              <Trans>
                A key signs in an app without your password. Use it as the password of a reader app, or in the header{' '}
                <code>X-API-Key</code> of a script. You can limit it to reading, and revoke it at any time.
              </Trans>
            </EmptyState>
          ) : (
            <>
              <div className={css['head']}>
                <p>{t`A key signs in an app without your password. Give each device its own.`}</p>
                {add}
              </div>
              <Panel>
                <KeyList keys={data} canEdit={writes} canSwitch={writes} canRevoke={revokes} />
              </Panel>
            </>
          )
        }
      </QueryBoundary>
      {isAdding && <LazyKeyDialog onClose={() => setAdding(false)} />}
    </>
  );
}
