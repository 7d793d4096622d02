import { t } from '@lingui/core/macro';
import { PasswordField } from '#ui/controls/field.tsx';

interface PinFieldProps {
  readonly value: string;
  readonly onText: (pin: string) => void;
  readonly problem: string | undefined;
  /** Whether it is chosen here. */
  readonly isNew?: boolean;
}

/** The PIN of a parent. A one-time code is the only name that keeps browsers from offering to store it. */
export function PinField({ isNew = false, ...field }: PinFieldProps) {
  return (
    <PasswordField
      {...field}
      label={isNew ? t`New PIN` : t`PIN`}
      hint={isNew ? t`Four to eight digits` : undefined}
      name="pin"
      autoComplete="one-time-code"
      inputMode="numeric"
      pattern="[0-9]{4,8}"
      required
      maxLength={8}
    />
  );
}
