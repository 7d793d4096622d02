import { useState } from 'react';

/** The rule of the server: as many characters at least, and not among those that are tried first, which the server knows. */
const MIN_PASSWORD = 8;
export const MAX_PASSWORD = 256;
export const PASSWORD_HINT = `${MIN_PASSWORD} characters or more. Several words are better than one.`;

/** A password that is being chosen; `check` is called before it is sent, and is false while it is too short. */
export function useNewPassword() {
  const [password, setPassword] = useState('');
  const [tooShort, setTooShort] = useState(false);
  const check = () => {
    const short = password.length < MIN_PASSWORD;
    setTooShort(short);
    return !short;
  };
  const problem = tooShort ? `Must have at least ${MIN_PASSWORD} characters` : undefined;
  return { password, setPassword, check, problem };
}
