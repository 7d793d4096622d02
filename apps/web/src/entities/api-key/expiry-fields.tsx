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
  ['never', 'Until it is revoked'],
  ['30', 'For 30 days from now'],
  ['90', 'For 90 days from now'],
  ['365', 'For a year from now'],
  ['date', 'Until a day of your choice'],
];

export function ExpiryFields({ draft, expiresAt, onChange }: ExpiryFieldsProps) {
  const kept: readonly (readonly [Lifetime, string])[] =
    expiresAt === null ? [] : [['keep', `As now, until ${formatDay(expiresAt)}`]];
  return (
    <>
      <SelectField
        label="Good"
        value={draft.lifetime}
        options={[...kept, ...LIFETIMES]}
        onValue={(lifetime) => onChange({ lifetime })}
      />
      {draft.lifetime === 'date' && (
        <TextField
          label="Last day"
          type="date"
          value={draft.lastDay}
          onText={(lastDay) => onChange({ lastDay })}
          required
        />
      )}
    </>
  );
}
