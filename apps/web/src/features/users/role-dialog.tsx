import { t } from '@lingui/core/macro';
import type { OwnRole, OwnRoleCreate, Permission } from '@lectern/contract';
import { PERMISSIONS } from '@lectern/contract/permissions';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { PermissionFields } from '#entities/user/permission-fields.tsx';
import { request } from '#lib/api.ts';
import { fieldProblems, generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { TextField } from '#ui/controls/field.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';

interface RoleDialogProps {
  /** Undefined for a new role. */
  readonly role: OwnRole | undefined;
  readonly onClose: () => void;
}

type Allowed = OwnRoleCreate['permissions'][number];

/** Only the built-in role of admins has this permission. */
function isAllowed(permission: Permission): permission is Allowed {
  return permission !== 'SystemAdmin';
}

const OFFERED: ReadonlySet<Permission> = new Set(PERMISSIONS.filter(isAllowed));

/** Makes, changes and deletes a role. */
export function RoleDialog({ role, onClose }: RoleDialogProps) {
  const [name, setName] = useState(role?.name ?? '');
  const [description, setDescription] = useState(role?.description ?? '');
  const [permissions, setPermissions] = useState<readonly Permission[]>(role?.permissions ?? []);
  const save = useAccountChange({
    change: async (body: OwnRoleCreate) =>
      role === undefined
        ? await request('createRole', { body })
        : await request('updateRole', { params: { id: role.id }, body }),
    say: (saved) => t`Role ${saved.name} saved`,
    onDone: onClose,
    showsProblem: true,
  });
  const problems = fieldProblems(save.error);
  const submit = () => {
    const about = description.trim();
    save.mutate({
      name: name.trim(),
      description: about === '' ? null : about,
      permissions: permissions.filter(isAllowed),
    });
  };
  return (
    <FormDialog
      title={role === undefined ? t`Add role` : t`Edit role ${role.name}`}
      action={t`Save`}
      wide
      isBusy={save.isPending}
      problem={generalProblem(save.error, (path) => path === 'name')}
      onClose={onClose}
      onSubmit={submit}
      below={role !== undefined && <DeleteRole role={role} onDone={onClose} />}
    >
      <TextField label={t`Name`} value={name} onText={setName} problem={problems['name']} required maxLength={64} />
      <TextField label={t`Description (optional)`} value={description} onText={setDescription} maxLength={500} />
      <PermissionFields value={permissions} onValue={setPermissions} offered={OFFERED} />
    </FormDialog>
  );
}

function DeleteRole({ role, onDone }: { readonly role: OwnRole; readonly onDone: () => void }) {
  const { id, name, userCount } = role;
  const remove = useAccountChange({
    change: async () => request('deleteRole', { params: { id } }),
    say: () => t`Role ${name} deleted`,
    onDone,
  });
  return (
    <>
      {userCount > 0 && <p>{t`To delete the role, first give its accounts another one.`}</p>}
      <Button icon="trash" busy={remove.isPending} disabled={userCount > 0} onClick={() => remove.mutate(undefined)}>
        {t`Delete role`}
      </Button>
    </>
  );
}
