import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { allSharingTagsQuery, seriesSharingQuery } from '#entities/sharing/queries.ts';
import { useUndoable } from '#entities/undo/use-undoable.ts';
import { request } from '#lib/api.ts';
import { Disclosure } from '#ui/disclosure.tsx';
import { PickList } from '#ui/pick-list.tsx';
import css from './series-sharing.module.css';

interface SeriesSharingProps {
  readonly seriesId: string;
  readonly title: string;
}

async function replaceTags(id: string, sharingTagIds: readonly string[]): Promise<void> {
  await request('replaceSeriesSharingTags', { params: { id }, body: { sharingTagIds: [...sharingTagIds] } });
}

/** Which sharing tags a series bears; each tick holds at once, since it decides who sees the series. */
export function SeriesSharing({ seriesId, title }: SeriesSharingProps) {
  const { data: tags } = useQuery(allSharingTagsQuery());
  const { data: borne } = useQuery(seriesSharingQuery(seriesId));
  // what was ticked shows at once, and stays until it is known
  const [wanted, setWanted] = useState<readonly string[]>();
  const queryClient = useQueryClient();
  const change = useUndoable();
  if (tags === undefined || borne === undefined) return null;
  const before = borne.map(({ id }) => id);
  const picked = wanted ?? before;
  const pick = (ids: readonly string[]) => {
    if (change.isPending) return;
    setWanted(ids);
    change.mutate(
      async () => {
        await replaceTags(seriesId, ids);
        await queryClient.query({ ...seriesSharingQuery(seriesId), staleTime: 0 });
        return { text: `Changed who sees ${title}`, undo: async () => replaceTags(seriesId, before) };
      },
      { onSettled: () => setWanted(undefined) },
    );
  };
  return (
    <div className={css['sharing']}>
      <Disclosure
        title="Sharing tags"
        summary={borne.length === 0 ? 'none' : borne.map(({ name }) => name).join(', ')}
        open={borne.length > 0}
      >
        <p className={css['about']}>
          They decide who sees this series and its books.{' '}
          <Link to="/admin/metadata" search={{ part: 'sharing' }}>
            Look after sharing tags
          </Link>
        </p>
        {tags.data.length > 0 && (
          <PickList
            label="Sharing tags"
            options={tags.data.map(({ id, name }) => ({ value: id, words: name }))}
            picked={picked}
            onPicked={pick}
          />
        )}
      </Disclosure>
    </div>
  );
}
