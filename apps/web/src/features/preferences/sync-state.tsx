import { useEffect, useState } from 'react';
import { setPreferences, useLocalPreferences, usePreferences } from '#entities/preferences/store.ts';
import { connectionStore } from '#lib/connection.ts';
import { formatCount } from '#lib/format.ts';
import { useStore } from '#lib/store.ts';
import { Button } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './preferences-page.module.css';

/** A save that takes longer is reported. */
const PATIENCE_MS = 1500;

/** Sync state, and the reset to defaults. */
export function SyncState() {
  const values = usePreferences();
  const isWaiting = useWaiting();
  const own = Object.keys(values).filter((key) => !key.startsWith('custom.'));
  const reset = () => {
    const before = Object.fromEntries(own.map((key) => [key, values[key] ?? null]));
    setPreferences(Object.fromEntries(own.map((key) => [key, null])));
    showToast('Preferences are back to their defaults', { label: 'Undo', run: () => setPreferences(before) });
  };
  return (
    <div className={css['keeping']}>
      <p role="status" className={css['kept']} data-waiting={isWaiting}>
        <Icon name={isWaiting ? 'cloud' : 'check'} size={18} />
        {isWaiting ? 'Kept on this device until the server answers' : 'Kept in your account'}
        {own.length > 0 && ` · ${formatCount(own.length, 'change')} from the defaults`}
      </p>
      {own.length > 0 && (
        <Button icon="refresh" onClick={reset}>
          Back to the defaults
        </Button>
      )}
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
