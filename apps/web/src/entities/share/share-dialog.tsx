import { plural, t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { CreatedShare, ShareAudience } from '@lectern/contract';
import { useState } from 'react';
import { request } from '#lib/api.ts';
import { serverAddress } from '#lib/base-path.ts';
import { formatDay } from '#lib/format.ts';
import { generalProblem } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { SelectField } from '#ui/controls/field.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { FormDialog } from '#ui/overlays/form-dialog.tsx';
import { sharesQuery } from './queries.ts';
import { Quotation } from './quotation.tsx';
import type { ShareDialogProps } from './share-target.ts';
import { AUDIENCE_WORDS } from './share-words.ts';

interface Draft {
  readonly audience: ShareAudience;
  readonly days: string;
}

const DAYS = [1, 7, 30, 90, 365].map(
  (days) => [String(days), plural(days, { one: '# day', other: '# days' })] as const,
);

/** Makes a link to a book, reading list or quotation, and shows it once. */
export function ShareDialog({ kind, targetId, highlight, name, allowed, onClose }: ShareDialogProps) {
  const queryClient = useQueryClient();
  const [{ audience, days }, setDraft] = useState<Draft>({ audience: 'accounts', days: '30' });
  const share = useMutation({
    mutationFn: async () =>
      request('createShare', {
        body: {
          kind,
          targetId,
          ...(highlight === undefined ? {} : { highlight }),
          audience,
          expiresInDays: Number(days),
        },
      }),
    onSuccess: async () => queryClient.invalidateQueries({ queryKey: sharesQuery().queryKey }),
  });
  if (share.data !== undefined) return <ShownLink share={share.data} onClose={onClose} />;
  const audiences = allowed === 'anyone' ? (['accounts', 'anyone'] as const) : (['accounts'] as const);
  return (
    <FormDialog
      title={highlight === undefined ? t`Share “${name}” by link` : t`Share quotation by link`}
      action={t`Create link`}
      isBusy={share.isPending}
      problem={generalProblem(share.error)}
      onClose={onClose}
      onSubmit={() => share.mutate()}
    >
      {highlight !== undefined && <Quotation text={highlight.text} />}
      <SelectField
        label={t`Who can open it`}
        value={audience}
        options={audiences.map((one) => [one, AUDIENCE_WORDS[one]] as const)}
        onValue={(next) => setDraft({ audience: next, days })}
        {...(allowed === 'anyone' ? {} : { hint: t`Admins do not allow links for people without an account.` })}
      />
      <SelectField
        label={t`Works for`}
        value={days}
        options={DAYS}
        onValue={(next) => setDraft({ audience, days: next })}
      />
      <Note tone="info">{t`People who open it can read what it shares, also without access to its library.`}</Note>
    </FormDialog>
  );
}

interface ShownLinkProps {
  readonly share: CreatedShare;
  readonly onClose: () => void;
}

/** Until the link is copied or shared, only its buttons close it: a click beside it would lose the link. */
function ShownLink({ share, onClose }: ShownLinkProps) {
  const [isTaken, setTaken] = useState(false);
  const { name, audience, expiresAt } = share;
  const url = share.url.startsWith('/') ? serverAddress() + share.url : share.url;
  const day = formatDay(expiresAt);
  // The person may close the sheet of the system without sharing.
  const send = async () => {
    try {
      await navigator.share({ title: name, url });
      setTaken(true);
    } catch {
      // as before: the link is still to be taken
    }
  };
  return (
    <Dialog
      title={t`Shared link`}
      open
      onClose={onClose}
      mayClose={(byButton) => byButton || isTaken}
      actions={
        <>
          {'share' in navigator && <Button onClick={() => void send()}>{t`Share`}</Button>}
          <Button look="primary" onClick={onClose}>{t`Done`}</Button>
        </>
      }
    >
      <CopyField label={t`Shared link`} value={url} onCopied={() => setTaken(true)} />
      <Note tone="warning">
        {audience === 'anyone'
          ? t`Anyone with this link can use it until ${day}. It is shown only now.`
          : t`People with an account can use this link until ${day}. It is shown only now.`}
      </Note>
    </Dialog>
  );
}
