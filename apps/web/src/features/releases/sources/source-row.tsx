import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import type { ReleaseSource } from '@lectern/contract';
import { Link } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { LazyKeyDialog } from '#entities/api-key/lazy-key-dialog.tsx';
import { Button } from '#ui/controls/button.tsx';
import { Menu, type MenuItem } from '#ui/overlays/menu.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { usePollSource, useSwitchSource } from './change-sources.ts';
import { PushHelp } from './push-help.tsx';
import { RemoveSource } from './remove-source.tsx';
import { failureWords, foundWords, KIND_WORDS, nextWords } from './source-words.ts';
import css from './sources-page.module.css';

type Opened = 'push' | 'key' | 'empty' | 'remove';

interface SourceRowProps {
  readonly source: ReleaseSource;
  readonly onEdit: () => void;
}

export function SourceRow({ source, onEdit }: SourceRowProps) {
  const nameId = useId();
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <article className={css['row']} aria-labelledby={nameId}>
      <div className={css['names']}>
        <h2 id={nameId}>{source.displayName}</h2>
        <p className={css['quiet']}>{KIND_WORDS[source.kind].label}</p>
        {source.config.url !== undefined && <p className={css['address']}>{source.config.url}</p>}
      </div>
      <RowButtons source={source} onEdit={onEdit} onOpen={setOpened} />
      <Fare source={source} />
      {opened === 'push' && <PushHelp source={source} onKey={() => setOpened('key')} onClose={close} />}
      {opened === 'key' && (
        <LazyKeyDialog
          preset="custom"
          permissions={['SeriesRead', 'SeriesWrite']}
          name={source.displayName}
          onClose={close}
        />
      )}
      {(opened === 'empty' || opened === 'remove') && <RemoveSource source={source} part={opened} onClose={close} />}
    </article>
  );
}

interface RowButtonsProps extends SourceRowProps {
  readonly onOpen: (opened: Opened) => void;
}

function RowButtons({ source, onEdit, onOpen }: RowButtonsProps) {
  const { displayName: name } = source;
  const toggle = useSwitchSource(source);
  const poll = usePollSource(source);
  const isPushed = source.kind === 'api-feed';
  const items: readonly MenuItem[] = [
    { label: t`Edit`, icon: 'edit', run: onEdit },
    ...(isPushed ? ([{ label: t`How to send`, icon: 'info', run: () => onOpen('push') }] as const) : []),
    { label: t`Delete its releases`, icon: 'refresh', apart: true, run: () => onOpen('empty') },
    { label: t`Delete`, icon: 'trash', tone: 'danger', run: () => onOpen('remove') },
  ];
  return (
    <div className={css['buttons']}>
      <Switch
        aria-label={t`${name} is on`}
        checked={toggle.waiting.at(-1) ?? source.enabled}
        onChecked={toggle.enqueue}
      />
      {!isPushed && source.enabled && (
        <Button
          icon="refresh"
          aria-label={t`Check now: ${name}`}
          busy={poll.isPending}
          onClick={() => poll.mutate(undefined)}
        >{t`Check now`}</Button>
      )}
      {isPushed && (
        <Button
          icon="info"
          aria-label={t`How to send: ${name}`}
          onClick={() => onOpen('push')}
        >{t`How to send`}</Button>
      )}
      <Menu label={t`Actions for ${name}`} items={items} />
    </div>
  );
}

function Fare({ source }: Pick<SourceRowProps, 'source'>) {
  const { displayName: name } = source;
  const now = Date.now();
  const failure = failureWords(source, now);
  const words = [foundWords(source, now), nextWords(source)].filter((part) => part !== undefined);
  return (
    <div className={css['fare']}>
      <p className={css['quiet']}>{words.join(' · ')}</p>
      {failure !== undefined && <Note tone="warning">{failure}</Note>}
      <p>
        <Link to="/releases" search={{ show: 'all', source: source.id }}>
          <Trans>
            Show releases<span className="visually-hidden">: {name}</span>
          </Trans>
        </Link>
      </p>
    </div>
  );
}
