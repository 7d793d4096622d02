import { t } from '@lingui/core/macro';
import { useMutation } from '@tanstack/react-query';
import type { Release, ReleaseCandidate } from '@lectern/contract';
import { useId, useState } from 'react';
import { useRefreshReleases } from '#entities/release/change-releases.ts';
import { getReleaseTitle } from '#entities/release/release-words.ts';
import { request } from '#lib/api.ts';
import { problemSentence } from '#lib/problem.ts';
import { Button } from '#ui/controls/button.tsx';
import { CheckField } from '#ui/controls/field.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import css from './releases-page.module.css';

/** Lets the user choose among several matching series. */
export function SeriesChoice({ release }: { readonly release: Release }) {
  const name = useId();
  const { candidates } = release;
  const title = getReleaseTitle(release);
  const [chosen, setChosen] = useState(release.seriesId);
  const [remembers, setRemembers] = useState(false);
  const choose = useChooseSeries(release);
  const candidate = candidates.find(({ seriesId }) => seriesId === chosen);
  return (
    <div className={css['choice']}>
      <fieldset>
        <legend>{t`Which series is this?`}</legend>
        {candidates.map((one) => (
          <label key={one.seriesId} className={css['candidate']}>
            <input
              type="radio"
              name={name}
              checked={one.seriesId === chosen}
              onChange={() => setChosen(one.seriesId)}
            />
            <span>
              {one.seriesTitle}
              <small>{one.matchedBy}</small>
            </span>
          </label>
        ))}
      </fieldset>
      <CheckField label={t`Remember this name for later releases`} checked={remembers} onChecked={setRemembers} />
      <Button
        icon="check"
        busy={choose.isPending}
        aria-label={t`Choose this series: ${title}`}
        onClick={() => {
          if (candidate !== undefined && !choose.isPending) choose.mutate({ candidate, addAlias: remembers });
        }}
      >{t`Choose this series`}</Button>
    </div>
  );
}

interface Chosen {
  readonly candidate: Pick<ReleaseCandidate, 'seriesId' | 'seriesTitle'>;
  readonly addAlias: boolean;
}

function useChooseSeries({ id, seriesId, seriesTitle }: Release) {
  const refresh = useRefreshReleases();
  const send = async ({ candidate, addAlias }: Chosen) =>
    request('chooseReleaseSeries', { params: { id }, body: { seriesId: candidate.seriesId, addAlias } });
  const handlers = { onError: (error: Error) => showToast(problemSentence(error)), onSettled: refresh };
  const undo = useMutation({ mutationFn: send, ...handlers });
  return useMutation({
    mutationFn: send,
    onSuccess: (_, { candidate }) => {
      const { seriesTitle: chosenTitle } = candidate;
      const back = { candidate: { seriesId, seriesTitle }, addAlias: false };
      const moved = candidate.seriesId !== seriesId;
      showToast(
        t`Assigned to “${chosenTitle}”`,
        moved ? { label: t`Change to “${seriesTitle}”`, run: () => undo.mutate(back) } : undefined,
      );
    },
    ...handlers,
  });
}
