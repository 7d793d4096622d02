import { t } from '@lingui/core/macro';
import type { Library } from '@lectern/contract';
import { CheckField, TextField } from '#ui/controls/field.tsx';
import { ConditionFields } from './condition-fields.tsx';
import { ConditionTrial } from './condition-trial.tsx';
import css from './library-dialog.module.css';
import type { DraftFieldsProps } from './library-draft.ts';

interface MoreFieldsProps extends DraftFieldsProps {
  readonly library: Library | undefined;
}

export function MoreFields({ library, ...props }: MoreFieldsProps) {
  const { draft, problems, onChange } = props;
  return (
    <>
      <TextField
        label={t`Description`}
        value={draft.description}
        onText={(description) => onChange({ description })}
        problem={problems['description']}
      />
      <CheckField
        label={t`Enabled`}
        hint={t`A disabled library keeps its books and is not scanned.`}
        checked={draft.isActive}
        onChecked={(isActive) => onChange({ isActive })}
      />
      <h3 className={css['heading']}>{t`Automatic matching`}</h3>
      <ConditionFields {...props} />
      {library !== undefined && <ConditionTrial library={library} conditions={draft.conditions} />}
    </>
  );
}
