import { plural, t } from '@lingui/core/macro';
import type { NoticeTarget, NoticeTest } from '@lectern/contract';
import { useId, useState } from 'react';
import { formatAgo, joinList } from '#lib/format.ts';
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
              {TYPE_WORDS[target.type].label} · {placeWords(scope, target)}
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
          {test.data !== undefined && <Note tone={test.data.ok ? 'info' : 'danger'}>{testWords(test.data)}</Note>}
        </div>
        <div className={css['actions']}>
          <Button
            icon="bell"
            aria-label={t`Send test: ${name}`}
            busy={test.isPending}
            onClick={() => test.mutate(target)}
          >{t`Send test`}</Button>
          <Button icon="edit" aria-label={t`Edit: ${name}`} onClick={onEdit}>{t`Edit`}</Button>
          <Button
            look="quiet"
            icon="trash"
            aria-label={t`Delete: ${name}`}
            onClick={() => setRemoving(true)}
          >{t`Delete`}</Button>
        </div>
      </article>
      {isRemoving && <RemoveDialog scope={scope} target={target} onClose={() => setRemoving(false)} />}
    </Panel>
  );
}

/** The server names no address of an account. */
function placeWords(scope: TargetScope, { type, place }: NoticeTarget): string {
  return scope === 'user' && type === 'mail' ? t`Address of your account` : place;
}

function testWords({ ok, message: reason }: NoticeTest): string {
  return ok ? t`The test arrived.` : t`The test did not arrive. ${reason}.`;
}

function sentWords({ enabled, lastSentAt }: NoticeTarget): string {
  const ago = lastSentAt === null ? undefined : formatAgo(lastSentAt, Date.now());
  const sent = ago === undefined ? t`Nothing sent yet` : t`Last sent ${ago}`;
  return enabled ? sent : [t`Turned off`, sent].join(' · ');
}

/** The last error and its time; undefined without one. */
function failureWords({ failures, lastError: reason, lastErrorAt }: NoticeTarget): string | undefined {
  if (reason === null) return undefined;
  if (lastErrorAt === null) return t`The last attempt failed. ${reason}.`;
  const ago = formatAgo(lastErrorAt, Date.now());
  if (failures <= 1) return t`The last attempt failed ${ago}. ${reason}.`;
  return plural(failures, {
    one: `The last # attempt failed, most recently ${ago}. ${reason}.`,
    other: `The last # attempts failed, most recently ${ago}. ${reason}.`,
  });
}

/** What it wants and how it fares, in words. */
function TargetState({ target }: Pick<TargetCardProps, 'target'>) {
  const kinds = joinList(target.kinds.map((kind) => KIND_WORDS[kind].label));
  const failure = failureWords(target);
  return (
    <>
      <p>{target.kinds.length === 0 ? t`No notifications chosen` : t`Notifies about: ${kinds}`}</p>
      <p className={css['soft']}>{sentWords(target)}</p>
      {failure !== undefined && <Note tone="danger">{failure}</Note>}
    </>
  );
}

function RemoveDialog({ scope, target, onClose }: Omit<TargetCardProps, 'onEdit'> & { readonly onClose: () => void }) {
  const { name } = target;
  const remove = useRemoveTarget(scope, onClose);
  return (
    <Dialog
      title={t`Delete ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={remove.isPending}
            onClick={() => remove.mutate(target)}
          >{t`Delete`}</Button>
        </>
      }
    >
      <p>{t`Notifications no longer go there. Its address and secret are deleted.`}</p>
    </Dialog>
  );
}
