import { t } from '@lingui/core/macro';
import { formatDay } from '#lib/format.ts';
import { SelectField, TextField } from '#ui/controls/field.tsx';
import type { KeyDraft, Lifetime } from './key-draft.ts';

interface ExpiryFieldsProps {
  readonly draft: Pick<KeyDraft, 'lifetime' | 'lastDay'>;
  /** Current expiry; null for never. */
  readonly expiresAt: string | null;
  readonly onChange: (changed: Partial<KeyDraft>) => void;
}

const LIFETIMES: readonly (readonly [Lifetime, string])[] = [
  ['never', t`Never`],
  ['30', t`In 30 days`],
  ['90', t`In 90 days`],
  ['365', t`In a year`],
  ['date', t`On a day that you choose`],
];

export function ExpiryFields({ draft, expiresAt, onChange }: ExpiryFieldsProps) {
  const day = expiresAt === null ? '' : formatDay(expiresAt);
  const kept: readonly (readonly [Lifetime, string])[] = expiresAt === null ? [] : [['keep', t`As now: ${day}`]];
  return (
    <>
      <SelectField
        label={t`Expires`}
        value={draft.lifetime}
        options={[...kept, ...LIFETIMES]}
        onValue={(lifetime) => onChange({ lifetime })}
      />
      {draft.lifetime === 'date' && (
        <TextField
          label={t`Last day`}
          type="date"
          value={draft.lastDay}
          onText={(lastDay) => onChange({ lastDay })}
          required
        />
      )}
    </>
  );
}
