import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { fieldProblems } from '#lib/problem.ts';

/**
 * The first half of a change, which asks for the password when the session is old.
 * @param start gets the body with the password, or an empty one
 */
export function useStart<Made>(start: (body: { readonly currentPassword?: string }) => Promise<Made>) {
  const [currentPassword, setCurrentPassword] = useState('');
  const [asksPassword, setAsksPassword] = useState(false);
  const begin = useAccountChange({
    change: async () => start(currentPassword === '' ? {} : { currentPassword }),
    showsProblem: true,
  });
  const passwordProblem = fieldProblems(begin.error)['currentPassword'];
  if (passwordProblem !== undefined && !asksPassword) setAsksPassword(true);
  return { begin, asksPassword, passwordProblem, currentPassword, setCurrentPassword };
}
