import { plural, t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { setAccountPreferences, setHere, useHere, useLocalPreferences } from '#entities/preferences/store.ts';
import { connectionStore } from '#lib/connection.ts';
import { useStore } from '#lib/store.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './preferences-page.module.css';

/** A save that takes longer is reported. */
const PATIENCE_MS = 1500;

/** Sync state, and the reset to defaults. */
export function SyncState() {
  const { values } = useLocalPreferences();
  const isWaiting = useWaiting();
  const here = useHere();
  const own = Object.keys(values).filter((key) => !key.startsWith('custom.'));
  const count = new Set([...own, ...Object.keys(here)]).size;
  const reset = () => {
    const before = Object.fromEntries(own.map((key) => [key, values[key] ?? null]));
    setHere({});
    setAccountPreferences(Object.fromEntries(own.map((key) => [key, null])));
    const undo = () => {
      setAccountPreferences(before);
      setHere(here);
    };
    showToast(t`Preferences reset to their defaults`, { label: t`Undo`, run: undo });
  };
  return (
    <div className={css['keeping']}>
      <p role="status" className={css['kept']} data-waiting={isWaiting}>
        <Icon name={isWaiting ? 'cloud' : 'check'} size={18} />
        {[
          isWaiting ? t`Saved on this device until the server answers` : t`Saved in your account`,
          ...(count > 0
            ? [plural(count, { one: '# change from the defaults', other: '# changes from the defaults' })]
            : []),
        ].join(' · ')}
      </p>
      {count > 0 && <Button icon="refresh" onClick={reset}>{t`Reset to defaults`}</Button>}
    </div>
  );
}

function useWaiting(): boolean {
  const { unsent } = useLocalPreferences();
  const { away } = useStore(connectionStore);
  const isUnsent = unsent.length > 0;
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isUnsent) return;
    const timer = setTimeout(() => setLate(true), PATIENCE_MS);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isUnsent]);
  return isUnsent && (isLate || away);
}
