import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@lectern/contract';
import { useState } from 'react';
import { devicesQuery, sessionsQuery } from '#entities/user/account-queries.ts';
import css from '#entities/user/account-list.module.css';
import { useAccountChange } from '#entities/user/change-users.ts';
import { SessionList } from '#entities/user/session-list.tsx';
import { request } from '#lib/api.ts';
import { formatAgo, formatDay } from '#lib/format.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { QueryBoundary } from '#ui/feedback/query-boundary.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import page from './account-page.module.css';

export function DevicesPage() {
  useDocumentTitle(t`Devices`);
  const devices = useQuery(devicesQuery());
  return (
    <>
      <Panel title={t`Signed in`}>
        <SessionList canEnd />
        <EndOthers />
      </Panel>
      <Panel title={t`Reading with`}>
        <p
          className={page['lead']}
        >{t`Apps and browsers that ask for your books, each API key as a device of its own. A device that is forgotten is listed again when it comes back.`}</p>
        <QueryBoundary query={devices} loading={<BoxSkeletons label={t`Loading your devices`} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p className={css['quiet']}>{t`Nothing yet.`}</p>
            ) : (
              <ul className={css['list']}>
                {data.map((device) => (
                  <DeviceRow key={device.id} device={device} />
                ))}
              </ul>
            )
          }
        </QueryBoundary>
      </Panel>
    </>
  );
}

/** Hidden without another session. */
function EndOthers() {
  const { data } = useQuery(sessionsQuery());
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const others = (data?.total ?? 0) - (data?.data.some(({ current }) => current) === true ? 1 : 0);
  const end = useAccountChange({
    change: async () => request('deleteSessions', {}),
    say: () => t`You are signed out everywhere else`,
    onDone: close,
  });
  if (others < 1) return null;
  return (
    <div className={page['buttons']}>
      <Button icon="sign-out" onClick={() => setOpen(true)}>{t`Sign out everywhere else`}</Button>
      <Dialog
        title={t`Sign out everywhere else?`}
        open={open}
        onClose={close}
        actions={
          <>
            <Button onClick={close}>{t`Stay signed in`}</Button>
            <Button look="danger" busy={end.isPending} onClick={() => end.mutate(undefined)}>
              {t`Sign out ${plural(others, { one: '# device', other: '# devices' })}`}
            </Button>
          </>
        }
      >
        <p>
          {t`${plural(others, { one: '# other sign-in ends', other: '# other sign-ins end' })} at once; this one stays. Apps with an API key go on.`}
        </p>
      </Dialog>
    </div>
  );
}

function DeviceRow({ device }: { readonly device: Device }) {
  const { id, name, apiKeyId, requestCount, firstSeenAt, lastSeenAt } = device;
  const forget = useAccountChange({
    change: async () => request('deleteDevice', { params: { deviceId: id } }),
    say: () => t`${name} is forgotten`,
  });
  return (
    <li className={css['row']}>
      <span className={css['mark']}>
        <Icon name={apiKeyId === null ? 'device' : 'key'} />
      </span>
      <div className={css['words']}>
        <p className={css['name']}>
          {name} {apiKeyId !== null && <span className={css['badge']} data-tone="quiet">{t`API key`}</span>}
        </p>
        <p className={css['detail']}>
          {t`Last seen ${formatAgo(lastSeenAt, Date.now())} · since ${formatDay(firstSeenAt)} · ${plural(requestCount, { one: '# request', other: '# requests' })}`}
        </p>
      </div>
      <Button
        look="quiet"
        aria-label={t`Forget ${name}`}
        busy={forget.isPending}
        onClick={() => forget.mutate(undefined)}
      >{t`Forget`}</Button>
    </li>
  );
}
