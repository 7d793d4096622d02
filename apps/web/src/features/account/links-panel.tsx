import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Share } from '@lectern/contract';
import { useState } from 'react';
import { sharesQuery } from '#entities/share/queries.ts';
import { AUDIENCE_WORDS, SHARE_KIND_WORDS } from '#entities/share/share-words.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { formatDay } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import list from '#entities/user/account-list.module.css';

/** The user's links that can be opened; nothing without one. */
export function LinksPanel() {
  const { data } = useQuery(sharesQuery());
  const [ending, setEnding] = useState<Share>();
  if (data === undefined || data.shares.length === 0) return null;
  return (
    <Panel title={t`Shared links`}>
      <ul className={list['list']}>
        {data.shares.map((share) => (
          <LinkRow key={share.id} share={share} onEnd={() => setEnding(share)} />
        ))}
      </ul>
      {ending !== undefined && <EndDialog share={ending} onClose={() => setEnding(undefined)} />}
    </Panel>
  );
}

interface LinkRowProps {
  readonly share: Share;
  readonly onEnd: () => void;
}

function LinkRow({ share, onEnd }: LinkRowProps) {
  const { kind, name, audience, expiresAt } = share;
  const day = formatDay(expiresAt);
  return (
    <li className={list['row']}>
      <span className={list['mark']}>
        <Icon name={kind === 'readList' ? 'stack' : 'book'} />
      </span>
      <div className={list['words']}>
        <p className={list['name']}>
          <Target share={share} />
        </p>
        <p className={list['detail']}>
          {[SHARE_KIND_WORDS[kind], AUDIENCE_WORDS[audience], t`Until ${day}`].join(' · ')}
        </p>
      </div>
      <Button look="quiet" aria-label={t`End link: ${name}`} onClick={onEnd}>{t`End link`}</Button>
    </li>
  );
}

/** What the link shares, with the name that it had then. */
function Target({ share: { kind, targetId, name } }: Pick<LinkRowProps, 'share'>) {
  switch (kind) {
    case 'book':
    case 'highlight':
      return (
        <Link to="/book/$bookId" params={{ bookId: targetId }}>
          {name}
        </Link>
      );
    case 'readList':
      return (
        <Link to="/list/reading/$readListId" params={{ readListId: targetId }}>
          {name}
        </Link>
      );
  }
}

interface EndDialogProps {
  readonly share: Share;
  readonly onClose: () => void;
}

function EndDialog({ share: { id, name }, onClose }: EndDialogProps) {
  const end = useUndoable(onClose);
  const run = () =>
    end.mutate(async () => {
      await request('deleteShare', { params: { id } });
      return { text: t`The link to “${name}” has ended` };
    });
  return (
    <Dialog
      title={t`End the link to “${name}”?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button look="danger" busy={end.isPending} onClick={run}>{t`End link`}</Button>
        </>
      }
    >
      <p>{t`It stops working at once, and cannot be restored.`}</p>
    </Dialog>
  );
}
