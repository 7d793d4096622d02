import { t } from '@lingui/core/macro';
import { forgetEntry } from '#entities/offline/outbox.ts';
import type { OutboxEntry } from '#entities/offline/outbox-entry.ts';
import { entryTitle, entryWords } from '#entities/offline/kept-words.ts';
import list from '#entities/user/account-list.module.css';
import { formatAgo } from '#lib/format.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import { Panel } from '#ui/layout/page.tsx';

/** Changes that the server does not have, and those that it refused. */
export function Unsent({ entries }: { readonly entries: readonly OutboxEntry[] }) {
  if (entries.length === 0) return null;
  return (
    <Panel title={t`Not sent yet`}>
      <ul className={list['list']}>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} />
        ))}
      </ul>
    </Panel>
  );
}

function Row({ entry }: { readonly entry: OutboxEntry }) {
  const { id, at, problem } = entry;
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name={problem === undefined ? 'upload' : 'warning'} />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>{entryTitle(entry)}</p>
        <p className={list['detail']}>
          {[entryWords(entry), formatAgo(new Date(at).toISOString(), Date.now())].join(' · ')}
        </p>
      </div>
      {problem !== undefined && (
        <IconButton icon="close" label={t`Close message`} onClick={() => void forgetEntry(id)} />
      )}
    </li>
  );
}
