import { t } from '@lingui/core/macro';
import type { ApiKey } from '@lectern/contract';
import { useState } from 'react';
import { useAccountChange } from '#entities/user/change-users.ts';
import { summarisePermissions } from '#entities/user/permission-words.ts';
import { request } from '#lib/api.ts';
import { formatAgo, formatDay } from '#lib/format.ts';
import { Icon } from '#ui/pictures/icon.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { isExpired, matchPreset } from './key-draft.ts';
import css from './key-list.module.css';
import { LazyKeyDialog } from './lazy-key-dialog.tsx';
import { PRESET_WORDS } from './preset-words.ts';
import { RevokeDialog } from './revoke-dialog.tsx';

interface KeyListProps {
  readonly keys: readonly ApiKey[];
  readonly canEdit: boolean;
  readonly canSwitch: boolean;
  readonly canRevoke: boolean;
}

export function KeyList({ keys, ...can }: KeyListProps) {
  const [dialog, setDialog] = useState<{ readonly kind: 'edit' | 'revoke'; readonly key: ApiKey }>();
  const close = () => setDialog(undefined);
  return (
    <>
      <ul className={css['list']}>
        {keys.map((key) => (
          <KeyRow
            key={key.id}
            apiKey={key}
            can={can}
            onEdit={() => setDialog({ kind: 'edit', key })}
            onRevoke={() => setDialog({ kind: 'revoke', key })}
          />
        ))}
      </ul>
      {dialog?.kind === 'edit' && <LazyKeyDialog apiKey={dialog.key} onClose={close} />}
      {dialog?.kind === 'revoke' && <RevokeDialog apiKey={dialog.key} onClose={close} />}
    </>
  );
}

interface KeyRowProps {
  readonly apiKey: ApiKey;
  readonly can: Omit<KeyListProps, 'keys'>;
  readonly onEdit: () => void;
  readonly onRevoke: () => void;
}

function KeyRow({ apiKey, can, onEdit, onRevoke }: KeyRowProps) {
  const { id, name, key_prefix: prefix, is_active: isActive } = apiKey;
  const toggle = useAccountChange({
    change: async () => request('patchApiKey', { params: { id }, body: { isActive: !isActive } }),
    say: () => (isActive ? t`“${name}” is switched off` : t`“${name}” works again`),
  });
  const items: MenuItem[] = [
    ...(can.canEdit ? [{ label: t`Edit`, icon: 'edit', run: onEdit } as const] : []),
    ...(can.canSwitch
      ? [
          {
            label: isActive ? t`Switch off` : t`Switch on`,
            icon: isActive ? 'pause' : 'play',
            run: () => toggle.mutate(undefined),
          } as const,
        ]
      : []),
    ...(can.canRevoke
      ? [{ label: t`Revoke`, icon: 'trash', tone: 'danger', apart: true, run: onRevoke } as const]
      : []),
  ];
  return (
    <li className={css['row']} data-off={!isActive || isExpired(apiKey, Date.now())}>
      <span className={css['mark']}>
        <Icon name="key" />
      </span>
      <div className={css['words']}>
        <p className={css['head']}>
          <span className={css['name']}>{name}</span>
          <code className={css['prefix']}>svc_{prefix}_…</code>
          <State apiKey={apiKey} />
        </p>
        <p className={css['detail']}>{scopeWords(apiKey)}</p>
        <p className={css['detail']}>{timeWords(apiKey)}</p>
        {!apiKey.works_with_koreader && (
          <p className={css['detail']}>{t`Does not work as a password in KOReader. Create a new key for it.`}</p>
        )}
      </div>
      {items.length > 0 && <Menu label={t`Actions for ${name}`} items={items} />}
    </li>
  );
}

function State({ apiKey }: { readonly apiKey: ApiKey }) {
  if (isExpired(apiKey, Date.now())) return <span className={css['badge']}>{t`Expired`}</span>;
  return apiKey.is_active ? null : <span className={css['badge']}>{t({ message: 'Off', context: 'API key' })}</span>;
}

function scopeWords(key: ApiKey): string {
  const preset = matchPreset(key);
  const { name, sentence } = PRESET_WORDS[preset];
  return preset === 'custom' ? summarisePermissions(key.permissions) : `${name} · ${sentence}`;
}

function timeWords({ last_used_at: usedAt, created_at: madeAt, expires_at: endsAt }: ApiKey): string {
  const now = Date.now();
  const ago = usedAt === null ? '' : formatAgo(usedAt, now);
  const madeDay = formatDay(madeAt);
  const used = usedAt === null ? t`Never used` : t`Last used ${ago}`;
  return [used, t`Created ${madeDay}`, expiryWords(endsAt, now)].join(' · ');
}

function expiryWords(endsAt: string | null, now: number): string {
  if (endsAt === null) return t`Never expires`;
  const day = formatDay(endsAt);
  return Date.parse(endsAt) <= now ? t`Expired ${day}` : t`Expires ${day}`;
}
