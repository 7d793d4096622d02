import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { createStore, useStore } from '#lib/store.ts';
import { Button, IconButton } from '#ui/controls/button.tsx';
import css from './toast.module.css';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly action?: { readonly label: string; readonly run: () => void } | undefined;
  /** Stays until it is closed. */
  readonly stays: boolean;
}

const STAYS_MS = 8000;
/** Messages that are shown. */
export const toastStore = createStore<readonly Toast[]>([]);
let lastId = 0;

/** Shows a message in the corner and announces it; `action` is usually Undo. */
export function showToast(text: string, action?: Toast['action'], stays = false): void {
  lastId += 1;
  toastStore.set([...toastStore.get().slice(-2), { id: lastId, text, action, stays }]);
}

function dismiss(id: number): void {
  toastStore.set(toastStore.get().filter((toast) => toast.id !== id));
}

/** Renders all toasts; mounted once. */
export function Toaster() {
  const shown = useStore(toastStore);
  return (
    <div className={css['toaster']} role="status" aria-live="polite">
      {shown.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  );
}

function ToastCard({ toast }: { readonly toast: Toast }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused || toast.stays;
  // hover or focus keeps a toast open
  useEffect(() => {
    if (isHeld) return undefined;
    const timer = setTimeout(() => dismiss(toast.id), STAYS_MS);
    return () => clearTimeout(timer);
  }, [toast.id, isHeld]);
  const { action } = toast;
  return (
    <div
      className={css['toast']}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p>{toast.text}</p>
      {action !== undefined && (
        <Button
          look="quiet"
          onClick={() => {
            dismiss(toast.id);
            action.run();
          }}
        >
          {action.label}
        </Button>
      )}
      <IconButton icon="close" label={t`Close message`} onClick={() => dismiss(toast.id)} />
    </div>
  );
}
