import type { Library } from '@lectern/contract';
import { CheckField, TextField } from '#ui/controls/field.tsx';
import { LIBRARY_OPTIONS } from '../library-options.ts';
import { ConditionFields } from './condition-fields.tsx';
import { ConditionTrial } from './condition-trial.tsx';
import css from './library-dialog.module.css';
import { OptionPlace } from './option-place.tsx';
import type { DraftFieldsProps } from './library-draft.ts';

interface MoreFieldsProps extends DraftFieldsProps {
  readonly library: Library | undefined;
}

export function MoreFields({ library, ...props }: MoreFieldsProps) {
  const { draft, problems, onChange } = props;
  return (
    <>
      <OptionPlace name="description">
        <TextField
          label={LIBRARY_OPTIONS.description.label}
          value={draft.description}
          onText={(description) => onChange({ description })}
          problem={problems['description']}
        />
      </OptionPlace>
      <OptionPlace name="isActive">
        <CheckField
          label={LIBRARY_OPTIONS.isActive.label}
          hint={LIBRARY_OPTIONS.isActive.help}
          checked={draft.isActive}
          onChecked={(isActive) => onChange({ isActive })}
        />
      </OptionPlace>
      <h3 className={css['heading']}>{LIBRARY_OPTIONS.conditions.label}</h3>
      <OptionPlace name="conditions">
        <ConditionFields {...props} />
      </OptionPlace>
      {library !== undefined && <ConditionTrial library={library} conditions={draft.conditions} />}
    </>
  );
}
