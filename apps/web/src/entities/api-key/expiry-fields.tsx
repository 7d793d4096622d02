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
  ['never', t`Until it is revoked`],
  ['30', t`For 30 days from now`],
  ['90', t`For 90 days from now`],
  ['365', t`For a year from now`],
  ['date', t`Until a day of your choice`],
];

export function ExpiryFields({ draft, expiresAt, onChange }: ExpiryFieldsProps) {
  const kept: readonly (readonly [Lifetime, string])[] =
    expiresAt === null ? [] : [['keep', t`As now, until ${formatDay(expiresAt)}`]];
  return (
    <>
      <SelectField
        label={t`Good`}
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
