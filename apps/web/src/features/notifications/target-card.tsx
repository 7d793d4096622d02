import { plural, t } from '@lingui/core/macro';
import type { NoticeTarget } from '@lectern/contract';
import { useId, useState } from 'react';
import { formatAgo } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { Switch } from '#ui/controls/switch.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import css from './notifications-page.module.css';
import { useRemoveTarget, useTestTarget, useUpdateTarget } from './target-requests.ts';
import { KIND_WORDS, type TargetScope, TYPE_WORDS } from './target-words.ts';

interface TargetCardProps {
  readonly scope: TargetScope;
  readonly target: NoticeTarget;
  readonly onEdit: () => void;
}

export function TargetCard({ scope, target, onEdit }: TargetCardProps) {
  const heading = useId();
  const test = useTestTarget(scope);
  const update = useUpdateTarget(scope);
  const [isRemoving, setRemoving] = useState(false);
  const { id, name, enabled } = target;
  const isOn = update.isPending ? (update.variables.body.enabled ?? enabled) : enabled;
  return (
    <Panel>
      <article aria-labelledby={heading} className={css['card']}>
        <div className={css['head']}>
          <div className={css['words']}>
            <h2 id={heading}>{name}</h2>
            <p className={css['soft']}>
              {TYPE_WORDS[target.type].label}, {target.place}
            </p>
          </div>
          <Switch
            aria-label={t`Send to ${name}`}
            checked={isOn}
            onChecked={(checked) => {
              if (!update.isPending) update.mutate({ id, body: { enabled: checked } });
            }}
          />
        </div>
        <TargetState target={target} />
        <div role="status">
          {test.data !== undefined && (
            <Note tone={test.data.ok ? 'info' : 'danger'}>
              {test.data.ok
                ? t`The test arrived: ${test.data.message}.`
                : t`The test did not arrive. ${test.data.message}.`}
            </Note>
          )}
        </div>
        <div className={css['actions']}>
          <Button
            icon="bell"
            aria-label={t`Send a test: ${name}`}
            busy={test.isPending}
            onClick={() => test.mutate(target)}
          >{t`Send a test`}</Button>
          <Button icon="edit" aria-label={t`Change: ${name}`} onClick={onEdit}>{t`Change`}</Button>
          <Button
            look="quiet"
            icon="trash"
            aria-label={t`Remove: ${name}`}
            onClick={() => setRemoving(true)}
          >{t`Remove`}</Button>
        </div>
      </article>
      {isRemoving && <RemoveDialog scope={scope} target={target} onClose={() => setRemoving(false)} />}
    </Panel>
  );
}

/** What it wants and how it fares, in words. */
function TargetState({
  target: { kinds, enabled, failures, lastError, lastErrorAt, lastSentAt },
}: Pick<TargetCardProps, 'target'>) {
  const wanted = kinds.map((kind) => KIND_WORDS[kind].label).join(', ');
  const sent = lastSentAt === null ? t`Nothing was sent yet.` : t`Last sent ${formatAgo(lastSentAt, Date.now())}.`;
  return (
    <>
      <p>{kinds.length === 0 ? t`Tells of nothing: choose what it tells of.` : t`Tells of: ${wanted}`}</p>
      <p className={css['soft']}>{enabled ? sent : t`Switched off. ${sent}`}</p>
      {lastError !== null && (
        <Note tone="danger">
          {failures > 1
            ? t`${plural(failures, { one: '# attempt', other: '# attempts' })} in a row failed`
            : t`The last attempt failed`}
          {lastErrorAt !== null && `, ${formatAgo(lastErrorAt, Date.now())}`}: {lastError}.
        </Note>
      )}
    </>
  );
}

function RemoveDialog({ scope, target, onClose }: Omit<TargetCardProps, 'onEdit'> & { readonly onClose: () => void }) {
  const remove = useRemoveTarget(scope, onClose);
  return (
    <Dialog
      title={t`Remove ${target.name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Keep it`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={remove.isPending}
            onClick={() => remove.mutate(target)}
          >{t`Remove`}</Button>
        </>
      }
    >
      <p>{t`Notifications no longer go there. Its address and secret are deleted.`}</p>
    </Dialog>
  );
}
