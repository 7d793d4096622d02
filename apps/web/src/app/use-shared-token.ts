import { useEffect, useState } from 'react';
import { STORAGE_PREFIX } from '#lib/storage.ts';
import { useLinkToken } from './use-link-token.ts';

/** Key of the storage of one tab. No address may hold the token: servers log addresses. */
const KEY = `${STORAGE_PREFIX}shared`;

function readKept(): string {
  try {
    return sessionStorage.getItem(KEY) ?? '';
  } catch {
    return '';
  }
}

function writeKept(token: string | undefined): void {
  try {
    if (token === undefined) sessionStorage.removeItem(KEY);
    else sessionStorage.setItem(KEY, token);
  } catch {
    // the link must be opened again after the sign-in
  }
}

/**
 * The token of a shared link, from `#` or from before a sign-in in this tab.
 * @returns empty without one; `keep` holds it until the next visit of this page
 */
export function useSharedToken(): { readonly token: string; readonly keep: () => void } {
  const given = useLinkToken();
  const [kept] = useState(readKept);
  useEffect(() => writeKept(undefined), []);
  const token = given === '' ? kept : given;
  return { token, keep: () => writeKept(token) };
}
