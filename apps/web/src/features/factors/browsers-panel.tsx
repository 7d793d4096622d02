import { t } from '@lingui/core/macro';
import type { Factors, RememberedBrowser } from '@lectern/contract';
import list from '#entities/user/account-list.module.css';
import { useAccountChange } from '#entities/user/change-users.ts';
import { nameDevice } from '#entities/user/device-words.ts';
import { request } from '#lib/api.ts';
import { formatAgo, formatDay } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Icon } from '#ui/pictures/icon.tsx';

/** Browsers in which the password is enough. */
export function BrowsersPanel({ factors: { rememberedBrowsers } }: { readonly factors: Factors }) {
  return (
    <Panel title={t`Remembered browsers`}>
      <p className={list['quiet']}>{t`These browsers ask for your password only.`}</p>
      <ul className={list['list']}>
        {rememberedBrowsers.map((browser) => (
          <BrowserRow key={browser.id} browser={browser} />
        ))}
      </ul>
    </Panel>
  );
}

function BrowserRow({ browser: { id, device, lastUsedAt, expiresAt } }: { readonly browser: RememberedBrowser }) {
  const name = nameDevice(device);
  const [ago, day] = [formatAgo(lastUsedAt, Date.now()), formatDay(expiresAt)];
  const forget = useAccountChange({
    change: async () => request('forgetBrowser', { params: { id } }),
    say: () => t`${name} is forgotten`,
  });
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name="device" />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{name}</p>
        <p className={list['detail']}>{[t`Last used ${ago}`, t`Until ${day}`].join(' · ')}</p>
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
