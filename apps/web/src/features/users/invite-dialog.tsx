import { plural, t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CreatedInvitation } from '@lectern/contract';
import { useState } from 'react';
import { profileQuery } from '#entities/user/account-queries.ts';
import { request } from '#lib/api.ts';
import { serverAddress } from '#lib/base-path.ts';
import { formatDay } from '#lib/format.ts';
import { generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { SelectField, TextField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { invitationsQuery } from './invitation-queries.ts';
import { LibraryFields } from '#entities/user/library-fields.tsx';
import { type ChosenRole, RoleFields } from './role-fields.tsx';

interface Draft extends ChosenRole {
  readonly note: string;
  /** Undefined for the server default: as many as the maker may grant. */
  readonly libraryIds: readonly string[] | null | undefined;
  readonly days: string;
  readonly uses: string;
}

const EMPTY: Draft = { note: '', role: 'reader', customRoleId: null, libraryIds: undefined, days: '7', uses: '1' };

const DAYS = [1, 7, 30, 90].map((days) => [String(days), plural(days, { one: '# day', other: '# days' })] as const);
const USES = [1, 5, 20, 100].map(
  (uses) => [String(uses), plural(uses, { one: '# account', other: '# accounts' })] as const,
);

interface InviteDialogProps {
  readonly onClose: () => void;
}

/** Makes an invitation, and shows its link once. */
export function InviteDialog({ onClose }: InviteDialogProps) {
  const { data: profile } = useQuery(profileQuery());
  const [draft, setDraft] = useState(EMPTY);
  const change = (changed: Partial<Draft>) => setDraft({ ...draft, ...changed });
  const invite = useInvite();
  if (invite.data !== undefined) return <InvitationLink invitation={invite.data} onClose={onClose} />;
  return (
    <FormDialog
      title={t`Invite people`}
      action={t`Create link`}
      wide
      isBusy={invite.isPending}
      problem={generalProblem(invite.error)}
      onClose={onClose}
      onSubmit={() => invite.mutate(draft)}
    >
      <TextField
        label={t`For whom (optional)`}
        value={draft.note}
        onText={(note) => change({ note })}
        maxLength={200}
      />
      <RoleFields value={draft} onValue={change} />
      {draft.role !== 'admin' && (
        <LibraryFields
          value={draft.libraryIds === undefined ? (profile?.libraryIds ?? null) : draft.libraryIds}
          onValue={(libraryIds) => change({ libraryIds })}
        />
      )}
      <SelectField label={t`Works for`} value={draft.days} options={DAYS} onValue={(days) => change({ days })} />
      <SelectField label={t`Good for`} value={draft.uses} options={USES} onValue={(uses) => change({ uses })} />
    </FormDialog>
  );
}

function useInvite() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ note, role, customRoleId, libraryIds, days, uses }: Draft) =>
      request('createInvitation', {
        body: {
          note: note.trim(),
          ...(customRoleId === null ? { role } : { customRoleId }),
          ...(libraryIds === undefined || role === 'admin'
            ? {}
            : { libraryIds: libraryIds === null ? null : [...libraryIds] }),
          expiresInDays: Number(days),
          maxUses: Number(uses),
        },
      }),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: invitationsQuery().queryKey }),
  });
}

interface InvitationLinkProps extends InviteDialogProps {
  readonly invitation: CreatedInvitation;
}

/** Until the link is copied, only its buttons close it: a click beside it would lose the link. */
function InvitationLink({ invitation, onClose }: InvitationLinkProps) {
  const [isCopied, setCopied] = useState(false);
  const { url, expiresAt } = invitation;
  const day = formatDay(expiresAt);
  return (
    <Dialog
      title={t`Invitation link`}
      open
      onClose={onClose}
      mayClose={(byButton) => byButton || isCopied}
      actions={<Button look="primary" onClick={onClose}>{t`Done`}</Button>}
    >
      <CopyField
        label={t`Invitation link`}
        value={url.startsWith('/') ? serverAddress() + url : url}
        onCopied={() => setCopied(true)}
      />
      <Note tone="warning">{t`Anyone with this link can use it until ${day}. It is shown only now.`}</Note>
    </Dialog>
  );
}
