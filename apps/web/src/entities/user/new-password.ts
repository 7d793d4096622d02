import { t } from '@lingui/core/macro';
import { useState } from 'react';

/** Minimum length. The server also refuses common passwords. */
const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 256;
export const PASSWORD_HINT = t`${MIN_PASSWORD} characters or more. Several words are better than one.`;

/** State of a new password field. Call `check` before sending; it returns false for a short password. */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const check = () => {
    const short = password.length < MIN_PASSWORD;
    setTooShort(short);
    return !short;
  };
  const problem = tooShort ? t`Must have at least ${MIN_PASSWORD} characters` : undefined;
  return { password, setPassword, check, problem };
}
