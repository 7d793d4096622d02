import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { sayUnsent, useSignOut } from '#entities/user/use-sign-out.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

/** Signs out, and asks first when changes would be lost. */
export function SignOut({ onSignedOut }: { readonly onSignedOut: () => void }) {
  const [unsent, setUnsent] = useState(0);
  const close = () => setUnsent(0);
  const signOut = useSignOut(() => {
    close();
    onSignedOut();
  }, setUnsent);
  return (
    <>
      <Button icon="sign-out" busy={signOut.isPending} onClick={() => signOut.mutate(false)}>{t`Sign out`}</Button>
      <Dialog
        title={t`Sign out with unsent changes?`}
        open={unsent > 0}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button look="danger" busy={signOut.isPending} onClick={() => signOut.mutate(true)}>{t`Sign out`}</Button>
          </>
        }
      >
        <p>{sayUnsent(unsent)}</p>
      </Dialog>
    </>
  );
}
