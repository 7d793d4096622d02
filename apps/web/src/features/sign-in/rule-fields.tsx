import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { GroupRule, Role } from '@lectern/contract';
import { ROLES } from '@lectern/contract/permissions';
import { librariesQuery } from '#entities/library/queries.ts';
import { ROLE_WORDS } from '#entities/user/permission-words.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField, SelectField, TextField } from '#ui/controls/field.tsx';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { NEW_RULE } from './provider-draft.ts';
import css from './sign-in-page.module.css';

export const ROLE_OPTIONS: readonly (readonly [Role, string])[] = ROLES.map((role) => [role, ROLE_WORDS[role].name]);

const NONE = 'none';
const OPTIONS = [[NONE, t`No role`] as const, ...ROLE_OPTIONS];

interface RuleFieldsProps {
  readonly rules: readonly GroupRule[];
  readonly onRules: (rules: readonly GroupRule[]) => void;
}

/** What each group gives. */
export function RuleFields({ rules, onRules }: RuleFieldsProps) {
  return (
    <fieldset className={css['rules']}>
      <legend>{t`Groups`}</legend>
      {rules.map((rule, index) => (
        <RuleField
          // Rules have no identity but their place.
          key={index}
          rule={rule}
          onRule={(changed) => onRules(rules.with(index, changed))}
          onRemove={() => onRules(rules.toSpliced(index, 1))}
        />
      ))}
      <Button icon="plus" onClick={() => onRules([...rules, NEW_RULE])}>
        {t({ message: 'Add group', context: 'sign-in provider' })}
      </Button>
    </fieldset>
  );
}

interface RuleFieldProps {
  readonly rule: GroupRule;
  readonly onRule: (rule: GroupRule) => void;
  readonly onRemove: () => void;
}

function RuleField({ rule, onRule, onRemove }: RuleFieldProps) {
  const { data: libraries = [] } = useQuery(librariesQuery());
  const { group, role, allLibraries, libraryIds } = rule;
  return (
    <div className={css['rule']}>
      <TextField
        label={t`Group`}
        value={group}
        onText={(text) => onRule({ ...rule, group: text })}
        required
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
      />
      <SelectField
        label={t`Role`}
        value={role ?? NONE}
        options={OPTIONS}
        onValue={(chosen) => onRule({ ...rule, role: chosen === NONE ? null : chosen })}
      />
      <Disclosure title={t`Libraries`} open={allLibraries || libraryIds.length > 0}>
        <CheckField
          label={t`All libraries, including future ones`}
          checked={allLibraries}
          onChecked={(checked) => onRule({ ...rule, allLibraries: checked })}
        />
        {!allLibraries &&
          libraries.map(({ id, name }) => (
            <CheckField
              key={id}
              label={name}
              checked={libraryIds.includes(id)}
              onChecked={(checked) =>
                onRule({
                  ...rule,
                  libraryIds: checked ? [...libraryIds, id] : libraryIds.filter((other) => other !== id),
                })
              }
            />
          ))}
      </Disclosure>
      <Button look="quiet" icon="trash" aria-label={t`Remove group ${group}`} onClick={onRemove}>{t`Remove`}</Button>
    </div>
  );
}
