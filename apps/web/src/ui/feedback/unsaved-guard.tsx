import { t } from '@lingui/core/macro';
import { useBlocker } from '@tanstack/react-router';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Confirms before unsaved changes are lost. */
export function UnsavedGuard({ isDirty }: { readonly isDirty: boolean }) {
  const blocker = useBlocker({
    shouldBlockFn: () => isDirty,
    enableBeforeUnload: () => isDirty,
    withResolver: true,
  });
  return (
    <Dialog
      title={t`Leave without saving?`}
      open={blocker.status === 'blocked'}
      onClose={() => blocker.reset?.()}
      actions={
        <>
          <Button onClick={() => blocker.reset?.()}>{t`Stay here`}</Button>
          <Button look="danger" onClick={() => blocker.proceed?.()}>{t`Leave`}</Button>
        </>
      }
    >
      <p>{t`Your changes on this page are not saved.`}</p>
    </Dialog>
  );
}
