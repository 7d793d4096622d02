import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ServerInfo } from '@lectern/contract';
import { useState } from 'react';
import { LazyKeyDialog } from '#entities/api-key/lazy-key-dialog.tsx';
import { serverInfoQuery } from '#entities/server/queries.ts';
import { serverAddress } from '#lib/base-path.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { ClientCard } from './client-card.tsx';
import { listAddresses, type Client, clientsFor, isOnlyHere } from './clients.ts';
import css from './connections-page.module.css';
import { SelfTestCard } from './self-test-card.tsx';

export function ConnectionsPage() {
  useDocumentTitle(t`Connect`);
  const query = useQuery(serverInfoQuery());
  return (
    <QueryBoundary query={query} loading={<BoxSkeletons label={t`Loading connections`} />}>
      {(info) => <Connections info={info} />}
    </QueryBoundary>
  );
}

function Connections({ info }: { readonly info: ServerInfo }) {
  const addresses = listAddresses(info.publicUrl, serverAddress());
  const [chosen, setChosen] = useState(addresses[0]);
  const address = addresses.find((one) => one === chosen) ?? serverAddress();
  const [keyFor, setKeyFor] = useState<Client>();
  return (
    <>
      <p className={css['lead']}>{t`What to enter in other apps so that they find this server and can sign in.`}</p>
      {addresses.length > 1 && (
        <fieldset className={css['addresses']}>
          <legend>{t`Address of this server`}</legend>
          {addresses.map((one) => (
            <label key={one}>
              <input type="radio" name="address" checked={one === address} onChange={() => setChosen(one)} />
              <span>
                {one}
                <small>{one === info.publicUrl ? t`Configured on the server` : t`The one you use now`}</small>
              </span>
            </label>
          ))}
        </fieldset>
      )}
      {isOnlyHere(address) && (
        <div className={css['note']}>
          <Note tone="warning">
            <Trans>
              <strong>This address works on this machine only.</strong> For other devices, open Lectern by the name or
              IP address of this machine in your network, and come back here.
            </Trans>
          </Note>
        </div>
      )}
      {clientsFor(info.doors).map((client) => (
        <ClientCard
          key={client.id}
          client={client}
          address={address}
          docs={info.features.apiDocs}
          onKey={() => setKeyFor(client)}
        />
      ))}
      <SelfTestCard />
      {keyFor?.key !== undefined && (
        <LazyKeyDialog
          preset={keyFor.key.preset}
          name={keyFor.key.name}
          place={{ field: keyFor.field, address: address + keyFor.path }}
          onClose={() => setKeyFor(undefined)}
        />
      )}
    </>
  );
}
