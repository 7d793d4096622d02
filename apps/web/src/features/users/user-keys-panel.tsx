import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { UserDetail } from '@lectern/contract';
import { KeyList } from '#entities/api-key/key-list.tsx';
import { apiKeysQuery } from '#entities/api-key/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import css from './user-page.module.css';

interface UserKeysPanelProps {
  readonly user: UserDetail;
  readonly canChange: boolean;
}

/** API keys of another user; only the owner can change their permissions. */
export function UserKeysPanel({ user, canChange }: UserKeysPanelProps) {
  const mayRead = useMay('ApiKeysRead');
  // A child profile has no keys.
  const sees = mayRead && user.parentId === null;
  const writes = useMay('ApiKeysWrite');
  const revokes = useMay('ApiKeysDelete');
  const deletes = useMay('UsersDelete');
  const keys = useQuery({ ...apiKeysQuery(user.id), enabled: sees });
  if (!sees) return null;
  return (
    <Panel title={t`API keys`}>
      <QueryBoundary query={keys} loading={<BoxSkeletons label={t`Loading API keys`} />}>
        {(data) =>
          data.length === 0 ? (
            <p className={css['detail']}>{t`No API keys.`}</p>
          ) : (
            <KeyList keys={data} canEdit={false} canSwitch={writes && canChange} canRevoke={revokes && deletes} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}
