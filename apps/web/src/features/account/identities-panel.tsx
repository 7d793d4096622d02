import { t } from '@lingui/core/macro';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { Identity } from '@lectern/contract';
import { useState } from 'react';
import { describeRefusal, identitiesQuery, signInWaysQuery } from '#entities/user/sign-in-elsewhere.ts';
import { request } from '#lib/api.ts';
import { formatDay } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import css from './account-page.module.css';
import { LinkButton } from './link-button.tsx';

/** Own accounts at sign-in providers. Absent where the server has no provider. */
export function IdentitiesPanel({ refused }: { readonly refused: string | undefined }) {
  const { data: ways } = useQuery(signInWaysQuery());
  const { data: identities } = useQuery(identitiesQuery());
  if (ways === undefined || identities === undefined) return null;
  if (ways.providers.length === 0 && identities.length === 0) return null;
  const free = ways.providers.filter(({ name }) => !identities.some(({ provider }) => provider === name));
  return (
    <Panel title={t`Sign-in providers`}>
      {refused !== undefined && <Note tone="danger">{describeRefusal(refused)}</Note>}
      {identities.map((identity) => (
        <Linked key={identity.id} identity={identity} />
      ))}
      <div className={css['buttons']}>
        {free.map(({ name, displayName }) => (
          <LinkButton key={name} name={name} displayName={displayName} />
        ))}
      </div>
    </Panel>
  );
}

function Linked({ identity }: { readonly identity: Identity }) {
  const [isAsking, setAsking] = useState(false);
  const { providerDisplayName: provider, createdAt } = identity;
  const day = formatDay(createdAt);
  return (
    <>
      <Note
        tone="info"
        action={<Button onClick={() => setAsking(true)}>{t`Unlink`}</Button>}
      >{t`Linked to ${provider} since ${day}.`}</Note>
      {isAsking && <UnlinkDialog identity={identity} onClose={() => setAsking(false)} />}
    </>
  );
}

interface UnlinkDialogProps {
  readonly identity: Identity;
  readonly onClose: () => void;
}

function UnlinkDialog({ identity: { id, providerDisplayName: provider }, onClose }: UnlinkDialogProps) {
  const queryClient = useQueryClient();
  const unlink = useMutation({
    mutationFn: async () => request('deleteIdentity', { params: { id } }),
    onSuccess: async () => {
      onClose();
      await queryClient.invalidateQueries({ queryKey: identitiesQuery().queryKey });
    },
    onError: (error) => showToast(problemSentence(error)),
  });
  return (
    <Dialog
      title={t`Unlink ${provider}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="danger" busy={unlink.isPending} onClick={() => unlink.mutate()}>{t`Unlink`}</Button>
        </>
      }
    >
      <p>{t`${provider} no longer signs you in. The sessions that it opened end.`}</p>
    </Dialog>
  );
}
