import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { CurrentUser } from '@lectern/contract';
import { useEffect } from 'react';
import { endView, openAfterView } from '#entities/user/account-view.ts';
import { formatTime } from '#lib/format.ts';
import { problemSentence } from '#lib/problem.ts';
import { refusedStore } from '#lib/viewing.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import { Icon } from '#ui/pictures/icon.tsx';
import css from './view-bar.module.css';

/** Stays on every page while an admin sees the app as another account does: whose view it is, until when, and its end. */
export function ViewBar({ user: { id, username, viewedBy } }: { readonly user: CurrentUser }) {
  const endsAt = Date.parse(viewedBy?.endsAt ?? '');
  const time = formatTime(endsAt);
  const end = useMutation({
    mutationFn: endView,
    onSuccess: () => openAfterView(id),
    onError: (error) => showToast(problemSentence(error)),
  });
  useEffect(
    () => refusedStore.watch(() => showToast(t`You see the app as ${username}, and cannot change anything.`)),
    [username],
  );
  useEffect(() => {
    const leave = () => openAfterView(id);
    // A fast clock is early: the next page would be one of the view again, and so on.
    const timer = setTimeout(() => void endView().then(leave, leave), Math.max(0, endsAt - Date.now()));
    return () => clearTimeout(timer);
  }, [endsAt, id]);
  return (
    <section className={css['bar']} aria-label={t`View of an account`}>
      <Icon name="eye" size={18} />
      <p className={css['words']}>
        <strong>{t`You see the app as ${username}.`}</strong> {t`Read only, until ${time}.`}
      </p>
      <Button busy={end.isPending} onClick={() => end.mutate()}>{t`End view`}</Button>
    </section>
  );
}
