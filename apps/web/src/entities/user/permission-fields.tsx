import type { Permission } from '@lectern/contract';
import { CheckField } from '#ui/controls/field.tsx';
import { PERMISSION_GROUPS, PERMISSION_WORDS } from './permission-words.ts';
import css from './permission-fields.module.css';

interface PermissionFieldsProps {
  readonly value: readonly Permission[];
  readonly onValue: (value: readonly Permission[]) => void;
  /** Grantable permissions; others are shown only when already granted. */
  readonly offered: ReadonlySet<Permission>;
  /** Inherited permissions, shown checked and disabled. */
  readonly given?: ReadonlySet<Permission>;
}

export function PermissionFields({ value, onValue, offered, given = new Set() }: PermissionFieldsProps) {
  const chosen = new Set(value);
  const isShown = (permission: Permission) =>
    offered.has(permission) || given.has(permission) || chosen.has(permission);
  return (
    <div className={css['groups']}>
      {PERMISSION_GROUPS.map(({ title, permissions }) => {
        const shown = permissions.filter(isShown);
        if (shown.length === 0) return null;
        return (
          <fieldset key={title}>
            <legend className={css['legend']}>{title}</legend>
            {shown.map((permission) => (
              <CheckField
                key={permission}
                label={PERMISSION_WORDS[permission]}
                checked={given.has(permission) || chosen.has(permission)}
                disabled={given.has(permission) || !offered.has(permission)}
                onChecked={(checked) =>
                  onValue(checked ? [...value, permission] : value.filter((one) => one !== permission))
                }
              />
            ))}
          </fieldset>
        );
      })}
    </div>
  );
}
