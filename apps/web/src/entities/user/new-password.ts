import { plural } from '@lingui/core/macro';
import { useState } from 'react';

/** Minimum length. The server also refuses common passwords. */
export const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 256;
const minimum = MIN_PASSWORD;
export const PASSWORD_HINT = plural(minimum, {
  one: '# character or more. Several words are better than one.',
  other: '# characters or more. Several words are better than one.',
});
const TOO_SHORT = plural(minimum, {
  one: 'Must have at least # character',
  other: 'Must have at least # characters',
});

/** State of a new password field. Call `check` before sending; it returns false for a short password. */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const check = () => {
    const short = password.length < MIN_PASSWORD;
    setTooShort(short);
    return !short;
  };
  const problem = tooShort ? TOO_SHORT : undefined;
  return { password, setPassword, check, problem };
}
