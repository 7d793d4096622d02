import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnRole } from '@lectern/contract';
import { useState } from 'react';
import { rolesQuery } from '#entities/user/account-queries.ts';
import { summarisePermissions } from '#entities/user/permission-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { RoleDialog } from './role-dialog.tsx';
import css from './users-page.module.css';

/** Roles that admins made, for admins. */
export function RoleList() {
  const { data: roles = [] } = useQuery(rolesQuery());
  const [edited, setEdited] = useState<OwnRole | 'new'>();
  return (
    <section aria-labelledby="roles">
      <div className={css['head']}>
        <h2 id="roles">{t`Own roles`}</h2>
        <Button icon="plus" onClick={() => setEdited('new')}>{t`Add role`}</Button>
      </div>
      <ul className={css['list']}>
        {roles.map((role) => (
          <RoleRow key={role.id} role={role} onEdit={() => setEdited(role)} />
        ))}
      </ul>
      {edited !== undefined && (
        <RoleDialog role={edited === 'new' ? undefined : edited} onClose={() => setEdited(undefined)} />
      )}
    </section>
  );
}

function RoleRow({ role, onEdit }: { readonly role: OwnRole; readonly onEdit: () => void }) {
  const { name, description, permissions, userCount } = role;
  return (
    <li className={css['row']}>
      <div className={css['names']}>
        <p className={css['name']}>{name}</p>
        <p className={css['detail']}>{description ?? summarisePermissions(permissions)}</p>
      </div>
      <div className={css['facts']}>
        <p className={css['detail']}>{plural(userCount, { one: '# account', other: '# accounts' })}</p>
        <Button icon="edit" aria-label={t`Edit role ${name}`} onClick={onEdit}>{t`Edit`}</Button>
      </div>
    </li>
  );
}
