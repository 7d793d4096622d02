import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { OwnRole, Permission, Role } from '@lectern/contract';
import { ROLES } from '@lectern/contract/permissions';
import { rolesQuery } from '#entities/user/account-queries.ts';
import { allPermissions, ROLE_WORDS, summarisePermissions } from '#entities/user/permission-words.ts';
import { usePermissions } from '#entities/user/use-permissions.ts';
import { ChoiceList } from '#ui/controls/choice-list.tsx';

/** The role of an account: a built-in one, or one that admins made. */
export interface ChosenRole {
  readonly role: Role;
  /** Null for a built-in role. */
  readonly customRoleId: string | null;
}

interface RoleFieldsProps {
  readonly value: ChosenRole;
  readonly onValue: (value: ChosenRole) => void;
  readonly disabled?: boolean;
}

/** Permissions of a role that admins made; undefined for a built-in role, and until it is loaded. */
export function useRolePermissions(customRoleId: string | null): readonly Permission[] | undefined {
  const { data: roles = [] } = useQuery({ ...rolesQuery(), enabled: customRoleId !== null });
  return roles.find(({ id }) => id === customRoleId)?.permissions;
}

/** Roles with their descriptions; a user cannot grant a role beyond their own permissions. */
export function RoleFields({ value, onValue, disabled = false }: RoleFieldsProps) {
  const held = usePermissions();
  const { data: roles = [] } = useQuery(rolesQuery());
  const readerPermissions = allPermissions('reader', []);
  const isBeyond = (permissions: ReadonlySet<Permission>) =>
    [...permissions].some((permission) => !readerPermissions.has(permission) && !held.has(permission));
  const chosen = value.customRoleId ?? value.role;
  const builtIn = ROLES.map((role) => ({
    value: role as string,
    label: ROLE_WORDS[role].name,
    sentence: ROLE_WORDS[role].sentence,
    disabled: disabled || (role !== chosen && isBeyond(allPermissions(role, []))),
  }));
  const own = roles.map(({ id, name, description, permissions }: OwnRole) => ({
    value: id,
    label: name,
    sentence: description ?? summarisePermissions(permissions),
    disabled: disabled || (id !== chosen && isBeyond(new Set(permissions))),
  }));
  const choose = (picked: string) => {
    const role = ROLES.find((one) => one === picked);
    onValue(role === undefined ? { role: 'reader', customRoleId: picked } : { role, customRoleId: null });
  };
  return <ChoiceList legend={t`Role`} choices={[...builtIn, ...own]} value={chosen} onValue={choose} />;
}
