import { t } from '@lingui/core/macro';
import { useEffect } from 'react';
import { applyEInk, isEInk, looksLikeEInk } from '#entities/preferences/e-ink.ts';
import { localPreferences, setPreferences } from '#entities/preferences/store.ts';
import { readStored, writeStored } from '#lib/storage.ts';
import { showToast } from '#ui/feedback/toast.tsx';

/** Storage key: this browser was offered the preset. */
const OFFERED = 'reader.e_ink_offered';

/** Offers the E-ink preset, once in each browser, when the screen looks like e-ink. */
export function useEInkOffer(): void {
  useEffect(() => {
    if (!looksLikeEInk() || isEInk(localPreferences.get().values) || readStored(OFFERED) === true) return;
    writeStored(OFFERED, true);
    const run = () => setPreferences(applyEInk(localPreferences.get().values));
    showToast(t`This looks like an e-ink screen`, { label: t`Use E-ink`, run });
  }, []);
}
