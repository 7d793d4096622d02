import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { E_INK, isEInk, looksLikeEInk } from '#entities/preferences/e-ink.ts';
import { setHere, shownPreferences } from '#entities/preferences/store.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { isViewing } from '#lib/viewing.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Storage key: this browser was offered the preset. */
const OFFERED = 'reader.e_ink_offered';

/** Offers the E-ink preset, once in each browser, when the screen looks like e-ink. */
export function useEInkOffer(): void {
  useEffect(() => {
    if (isViewing() || !looksLikeEInk() || isEInk(shownPreferences.get()) || readStored(OFFERED) === true) return;
    writeStored(OFFERED, true);
    showToast(t`This looks like an e-ink screen`, { label: t`Use E-ink`, run: () => setHere(E_INK) });
  }, []);
}
