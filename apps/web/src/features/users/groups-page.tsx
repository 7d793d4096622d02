import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { AccessGroup } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { accessGroupsQuery } from '#entities/user/group-queries.ts';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { EmptyState } from '#ui/feedback/notice.tsx';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import css from './users-page.module.css';

/** Access groups by name. `onAdded` is called with the id of a new one. */
export function GroupsPage({ onAdded }: { readonly onAdded: (groupId: string) => void }) {
  const groups = useQuery(accessGroupsQuery());
  const [isAdding, setAdding] = useState(false);
  useDocumentTitle(t`Access groups`);
  return (
    <>
      <div className={css['head']}>
        <p>{t`A group gives its members libraries, and can hide series from them by tag or age.`}</p>
        <Button icon="plus" onClick={() => setAdding(true)}>
          {t({ message: 'Add group', context: 'access groups' })}
        </Button>
      </div>
      <QueryBoundary query={groups} loading={<BoxSkeletons label={t`Loading access groups`} />}>
        {(data) =>
          data.length === 0 ? (
            <EmptyState icon="users" title={t`No access groups yet`} />
          ) : (
            <ul className={css['list']} aria-label={t`Access groups`}>
              {data.map((group) => (
                <GroupRow key={group.id} group={group} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
      {isAdding && <AddGroup onClose={() => setAdding(false)} onAdded={onAdded} />}
    </>
  );
}

function GroupRow({ group: { id, name, description, memberCount } }: { readonly group: AccessGroup }) {
  return (
    <li className={css['row']}>
      <div className={css['names']}>
        <p className={css['name']}>
          <Link to="/admin/groups/$groupId" params={{ groupId: id }} className={css['link']}>
            {name}
          </Link>
        </p>
        {description !== null && <p className={css['detail']}>{description}</p>}
      </div>
      <div className={css['facts']}>
        <p>{plural(memberCount, { one: '# member', other: '# members' })}</p>
      </div>
    </li>
  );
}

interface AddGroupProps {
  readonly onClose: () => void;
  readonly onAdded: (groupId: string) => void;
}

function AddGroup({ onClose, onAdded }: AddGroupProps) {
  const [name, setName] = useState('');
  const add = useAccountChange({
    change: async (wanted: string) => request('createAccessGroup', { body: { name: wanted } }),
    onDone: ({ id }) => onAdded(id),
    showsProblem: true,
  });
  return (
    <FormDialog
      title={t({ message: 'Add group', context: 'access groups' })}
      action={t`Add`}
      isBusy={add.isPending}
      problem={generalProblem(add.error)}
      onClose={onClose}
      onSubmit={() => add.mutate(name)}
    >
      <TextField
        label={t`Name`}
        required
        maxLength={200}
        value={name}
        onText={setName}
        problem={fieldProblems(add.error)['name']}
      />
    </FormDialog>
  );
}
