import { t } from '@lingui/core/macro';
import type { ApiKey } from '@lectern/contract';
import { useAccountChange } from '#entities/user/change-users.ts';
import { request } from '#lib/api.ts';
import { formatAgo } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';

interface RevokeDialogProps {
  readonly apiKey: ApiKey;
  readonly onClose: () => void;
}

export function RevokeDialog({ apiKey, onClose }: RevokeDialogProps) {
  const { id, name, last_used_at: usedAt } = apiKey;
  const ago = usedAt === null ? '' : formatAgo(usedAt, Date.now());
  const revoke = useAccountChange({
    change: async () => request('deleteApiKey', { params: { id } }),
    say: () => t`“${name}” is revoked`,
    onDone: onClose,
  });
  return (
    <Dialog
      title={t`Revoke “${name}”?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={revoke.isPending}
            onClick={() => revoke.mutate(undefined)}
          >{t`Revoke key`}</Button>
        </>
      }
    >
      <p>
        {usedAt === null ? t`It was never used.` : t`It was last used ${ago}. Apps that use it are signed out at once.`}
      </p>
      <p>{t`A revoked key cannot be restored. To stop it for a while, switch it off instead.`}</p>
    </Dialog>
  );
}
