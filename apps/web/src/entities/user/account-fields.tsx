import { t } from '@lingui/core/macro';
import { CheckField, PasswordField, TextField } from '#ui/controls/field.tsx';
import { MAX_PASSWORD, PASSWORD_HINT } from './new-password.ts';

interface FieldProps {
  readonly value: string;
  readonly onText: (text: string) => void;
  readonly problem: string | undefined;
  readonly autoFocus?: boolean;
}

interface ForeignProps {
  /** The account of another user: the browser must not autofill. */
  readonly isForeign?: boolean;
}

export function NameField({ isForeign = false, ...field }: FieldProps & ForeignProps) {
  return (
    <TextField
      {...field}
      label={t`User name`}
      name={isForeign ? 'new-username' : 'username'}
      autoComplete={isForeign ? 'off' : 'username'}
      autoCapitalize="none"
      spellCheck={false}
      required
      maxLength={64}
    />
  );
}

interface AddressFieldProps extends FieldProps, ForeignProps {
  readonly label?: string;
  readonly hint?: string | undefined;
  readonly required?: boolean;
}

export function AddressField({ label = t`E-mail`, isForeign = false, ...field }: AddressFieldProps) {
  return (
    <TextField
      {...field}
      label={label}
      name={isForeign ? 'new-email' : 'email'}
      type="email"
      autoComplete={isForeign ? 'off' : 'email'}
      maxLength={254}
    />
  );
}

interface NewPasswordFieldProps extends FieldProps {
  readonly label?: string;
  readonly hint?: string;
  readonly name?: string;
}

/** New password field; goes with `useNewPassword`. */
export function NewPasswordField(props: NewPasswordFieldProps) {
  const { label = t`Password`, hint = PASSWORD_HINT, name = 'password', ...field } = props;
  return (
    <PasswordField
      {...field}
      label={label}
      hint={hint}
      name={name}
      autoComplete="new-password"
      required
      maxLength={MAX_PASSWORD}
    />
  );
}

interface RevokeKeysProps {
  readonly checked: boolean;
  readonly onChecked: (checked: boolean) => void;
}

/** Choice to revoke the API keys together with a password change. */
export function RevokeKeysField(field: RevokeKeysProps) {
  return (
    <CheckField
      {...field}
      label={t`Revoke all API keys too`}
      hint={t`Do this if a device is lost, or if another person may know the password. Apps that use a key need a new one.`}
    />
  );
}

interface CurrentPasswordProps extends FieldProps {
  /** False where an account without a password can do the same. */
  readonly required?: boolean;
}

/** Confirms the identity of the user before an account change. */
export function CurrentPasswordField({ required = true, ...field }: CurrentPasswordProps) {
  return (
    <PasswordField
      {...field}
      label={t`Current password`}
      name="current-password"
      autoComplete="current-password"
      required={required}
    />
  );
}
