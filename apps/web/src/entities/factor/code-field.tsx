import { t } from '@lingui/core/macro';
import { TextField } from '#ui/controls/field.tsx';

interface CodeFieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  /** Whether a recovery code is right as well. */
  readonly takesRecovery: boolean;
}

/** A code of an authenticator app. Phones and password managers fill it in. */
export function CodeField({ value, onText, takesRecovery }: CodeFieldProps) {
  return (
    <TextField
      label={t({ message: 'Code', context: 'signing in' })}
      name="code"
      value={value}
      onText={onText}
      hint={
        takesRecovery
          ? t`The six digits of your authenticator app, or a recovery code.`
          : t`The six digits that the app shows now.`
      }
      autoComplete="one-time-code"
      autoCapitalize="characters"
      inputMode={takesRecovery ? 'text' : 'numeric'}
      spellCheck={false}
      maxLength={40}
      required
      autoFocus
    />
  );
}
