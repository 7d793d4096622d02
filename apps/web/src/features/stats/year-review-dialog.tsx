import { t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReadingStats } from '@lectern/contract';
import { useEffect, useState } from 'react';
import { currentUserQuery } from '#entities/user/queries.ts';
import { saveFile } from '#lib/save-file.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { Note } from '#ui/feedback/notice.tsx';
import { drawYear, yearSentence } from './draw-year.ts';
import css from './stats-page.module.css';
import { sumYear } from './year-sums.ts';

export interface YearReviewDialogProps {
  readonly year: number;
  /** Statistics of the year by day. */
  readonly stats: ReadingStats;
  readonly onClose: () => void;
}

/** The year in review as an image, made in the browser and not uploaded. */
export function YearReviewDialog({ year, stats, onClose }: YearReviewDialogProps) {
  const { data: user } = useQuery(currentUserQuery());
  const [sums] = useState(() => sumYear(stats));
  const { picture, address, failed } = usePicture(year, user?.username ?? '', sums);
  const sentence = yearSentence(year, sums);
  const title = t`${year} in books`;
  return (
    <Dialog
      title={title}
      open
      wide
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Close`}</Button>
          {picture !== undefined && (
            <Button
              look="primary"
              icon="download"
              onClick={() => saveFile(`${title}.png`, picture)}
            >{t`Download picture`}</Button>
          )}
        </>
      }
    >
      {address !== undefined && (
        <img src={address} alt={sentence} className={css['picture']} width={1080} height={1350} />
      )}
      {failed && (
        <Note tone="warning">
          <p>{t`This browser could not draw the picture.`}</p>
          <p>{sentence}</p>
        </Note>
      )}
    </Dialog>
  );
}

function usePicture(year: number, name: string, sums: ReturnType<typeof sumYear>) {
  const [picture, setPicture] = useState<Blob>();
  const [address, setAddress] = useState<string>();
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    drawYear(year, name, sums).then(
      (drawn) => {
        if (leaving.signal.aborted) return;
        const made = URL.createObjectURL(drawn);
        leaving.signal.addEventListener('abort', () => URL.revokeObjectURL(made));
        setPicture(drawn);
        setAddress(made);
      },
      () => setFailed(!leaving.signal.aborted),
    );
    return () => leaving.abort();
  }, [year, name, sums]);
  return { picture, address, failed };
}
