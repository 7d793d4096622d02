import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { buildAddress } from '@lectern/contract/client';
import type { ReleaseSource } from '@lectern/contract';
import { serverInfoQuery } from '#entities/server/queries.ts';
import { useMay } from '#entities/user/use-may.ts';
import { serverAddress } from '#lib/base-path.ts';
import { Button } from '#ui/controls/button.tsx';
import { CopyField } from '#ui/controls/copy-field.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import css from './sources-page.module.css';

interface PushHelpProps {
  readonly source: ReleaseSource;
  readonly onKey: () => void;
  readonly onClose: () => void;
}

const EXAMPLE = {
  releases: [{ externalReleaseId: '1', title: 'Saga v05', payloadUrl: 'https://example.org/1', language: 'en' }],
};

/** Explains the push endpoint: address, API key and message format. */
export function PushHelp({ source, onKey, onClose }: PushHelpProps) {
  const { data: server } = useQuery(serverInfoQuery());
  const { displayName: name } = source;
  const makesKeys = useMay('ApiKeysWrite');
  const address = buildAddress(server?.publicUrl ?? serverAddress(), 'pushReleases', { id: source.id });
  const example = `curl -H "X-API-Key: svc_…" -H "Content-Type: application/json" -d '${JSON.stringify(EXAMPLE)}' ${address}`;
  return (
    <Dialog
      title={t`Send releases to ${name}`}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          {makesKeys && <Button look="primary" icon="key" onClick={onKey}>{t`Create key`}</Button>}
        </>
      }
    >
      <CopyField label={t`Address`} value={address} />
      <p
        className={css['help']}
      >{t`The program signs in with an API key that may read and edit series. A key is shown only once.`}</p>
      <CopyField label={t`Example`} value={example} />
      <p
        className={css['help']}
      >{t`Up to 200 releases at a time. Sending a release again changes nothing. A release names its series, or Lectern finds the tracked series by its title.`}</p>
    </Dialog>
  );
}
