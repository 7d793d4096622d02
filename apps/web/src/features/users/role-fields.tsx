import { t } from '@lingui/core/macro';
import type { Role } from '@lectern/contract';
import { ROLES } from '@lectern/contract/permissions';
import { allPermissions, ROLE_WORDS } from '#entities/user/permission-words.ts';
import { usePermissions } from '#entities/user/use-may.ts';
import { ChoiceList } from '#ui/controls/choice-list.tsx';

interface RoleFieldsProps {
  readonly value: Role;
  readonly onValue: (role: Role) => void;
  readonly disabled?: boolean;
}

/** Roles with their descriptions; a user cannot grant a role beyond their own permissions. */
export function RoleFields({ value, onValue, disabled = false }: RoleFieldsProps) {
  const held = usePermissions();
  const readerPermissions = allPermissions('reader', []);
  const isBeyond = (role: Role) =>
    [...allPermissions(role, [])].some((permission) => !readerPermissions.has(permission) && !held.has(permission));
  const choices = ROLES.map((role) => ({
    value: role,
    label: ROLE_WORDS[role].name,
    sentence: ROLE_WORDS[role].sentence,
    disabled: disabled || (role !== value && isBeyond(role)),
  }));
  return <ChoiceList legend={t`Role`} choices={choices} value={value} onValue={onValue} />;
}
