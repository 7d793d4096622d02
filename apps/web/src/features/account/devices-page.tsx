import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { Device } from '@lectern/contract';
import { useState } from 'react';
import { devicesQuery, sessionsQuery } from '#entities/user/account-queries.ts';
import css from '#entities/user/account-list.module.css';
import { useAccountChange } from '#entities/user/change-users.ts';
import { SessionList } from '#entities/user/session-list.tsx';
import { nameDevice } from '#entities/user/device-words.ts';
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
      <Panel title={t`Sessions`}>
        <SessionList canEnd />
        <EndOthers />
      </Panel>
      <Panel title={t`Apps and devices`}>
        <p
          className={page['lead']}
        >{t`Apps and browsers that open your books. Each API key counts as a device. A forgotten device is listed again when it returns.`}</p>
        <QueryBoundary query={devices} loading={<BoxSkeletons label={t`Loading your devices`} />}>
          {({ data }) =>
            data.length === 0 ? (
              <p className={css['quiet']}>{t`No devices yet.`}</p>
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
            <Button onClick={close}>{t`Cancel`}</Button>
            <Button look="danger" busy={end.isPending} onClick={() => end.mutate(undefined)}>
              {plural(others, { one: 'Sign out # device', other: 'Sign out # devices' })}
            </Button>
          </>
        }
      >
        <p>
          {plural(others, {
            one: '# other session ends at once. You stay signed in here, and API keys keep working.',
            other: '# other sessions end at once. You stay signed in here, and API keys keep working.',
          })}
        </p>
      </Dialog>
    </div>
  );
}

function DeviceRow({ device }: { readonly device: Device }) {
  const { id, apiKeyId, requestCount, firstSeenAt, lastSeenAt } = device;
  const name = apiKeyId === null ? nameDevice(device.name) : device.name;
  const [ago, day] = [formatAgo(lastSeenAt, Date.now()), formatDay(firstSeenAt)];
  const requests = plural(requestCount, { one: '# request', other: '# requests' });
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
        <p className={css['detail']}>{[t`Last seen ${ago}`, t`First seen ${day}`, requests].join(' · ')}</p>
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
