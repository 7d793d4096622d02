import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import { useMay } from '#entities/user/use-may.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import css from './admin-libraries-page.module.css';
import { cleanupWords } from './cover-counts.ts';

export function CleanUpCovers() {
  const administers = useMay('SystemAdmin');
  const cleanUp = useMutation({ mutationFn: async () => request('cleanupThumbnails', {}) });
  if (!administers) return null;
  return (
    <section className={css['upkeep']} aria-label={t`Covers`}>
      <div className={css['names']}>
        <h2 className={css['name']}>{t`Covers`}</h2>
        <p className={css['state']}>{t`Deletes covers that no book or series uses any more.`}</p>
        <p role="status" className={css['result']}>
          {cleanUp.data !== undefined && cleanupWords(cleanUp.data)}
        </p>
      </div>
      <Button icon="trash" busy={cleanUp.isPending} onClick={() => cleanUp.mutate()}>{t`Clean up covers`}</Button>
      {cleanUp.isError && <Note tone="danger">{problemSentence(cleanUp.error)}</Note>}
    </section>
  );
}
