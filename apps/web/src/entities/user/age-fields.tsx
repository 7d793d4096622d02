import { t } from '@lingui/core/macro';
import type { AgeLimit } from '@lectern/contract';
import { CheckField, TextField } from '#ui/controls/field.tsx';
import css from './library-fields.module.css';

interface AgeFieldsProps {
  /** Null for every age. */
  readonly value: AgeLimit | null;
  readonly onValue: (value: AgeLimit | null) => void;
}

/** A limit to begin with: for children, and strict. A parent or admin widens it. */
export const FIRST_LIMIT: AgeLimit = { maxAge: 12, showsUnrated: false };
const HIGHEST = 99;

/** Up to which age rating series are seen. */
export function AgeFields({ value, onValue }: AgeFieldsProps) {
  return (
    <fieldset className={css['fields']}>
      <legend className={css['legend']}>{t`Age limit`}</legend>
      <CheckField
        label={t`Hide series for older readers`}
        checked={value !== null}
        onChecked={(checked) => onValue(checked ? FIRST_LIMIT : null)}
      />
      {value !== null && (
        <div className={css['libraries']}>
          <TextField
            label={t`Show series for readers up to this age`}
            type="number"
            min={0}
            max={HIGHEST}
            value={String(value.maxAge)}
            onText={(text) => onValue({ ...value, maxAge: Math.min(HIGHEST, Math.max(0, Math.round(Number(text)))) })}
          />
          <CheckField
            label={t`Show series without an age rating`}
            checked={value.showsUnrated}
            onChecked={(showsUnrated) => onValue({ ...value, showsUnrated })}
          />
        </div>
      )}
    </fieldset>
  );
}
