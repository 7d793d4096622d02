import { t } from '@lingui/core/macro';
import { Trans } from '@lingui/react/macro';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { allSharingTagsQuery, seriesSharingQuery } from '#entities/sharing/queries.ts';
import { useUndoableChanges } from '#entities/undo/use-undoable-changes.ts';
import { request } from '#lib/api.ts';
import { Disclosure } from '#ui/layout/disclosure.tsx';
import { PickList } from '#ui/controls/pick-list.tsx';
import { joinList } from '#lib/format.ts';
import css from './series-sharing.module.css';

interface SeriesSharingProps {
  readonly seriesId: string;
  readonly title: string;
}

async function replaceTags(id: string, sharingTagIds: readonly string[]): Promise<void> {
  await request('replaceSeriesSharingTags', { params: { id }, body: { sharingTagIds: [...sharingTagIds] } });
}

function listIds(tags: readonly { readonly id: string }[]): readonly string[] {
  return tags.map(({ id }) => id);
}

/** Sharing tags of a series. Each change is saved at once because it decides who sees the series. */
export function SeriesSharing({ seriesId, title }: SeriesSharingProps) {
  const { data: tags } = useQuery(allSharingTagsQuery());
  const { data: borne } = useQuery(seriesSharingQuery(seriesId));
  const queryClient = useQueryClient();
  const { waiting, enqueue } = useUndoableChanges({
    owner: `sharing of ${seriesId}`,
    store: async (ids: readonly string[]) => {
      const before = listIds(await queryClient.query({ ...seriesSharingQuery(seriesId), staleTime: 0 }));
      await replaceTags(seriesId, ids);
      return { text: t`Changed who can see “${title}”`, undo: async () => replaceTags(seriesId, before) };
    },
    replaces: () => true,
  });
  if (tags === undefined || borne === undefined) return null;
  return (
    <div className={css['sharing']}>
      <Disclosure
        title={t`Sharing tags`}
        summary={
          borne.length === 0 ? t({ message: 'None', context: 'sharing tags' }) : joinList(borne.map(({ name }) => name))
        }
        open={borne.length > 0}
      >
        <p className={css['about']}>
          <Trans>
            Sharing tags decide who can see this series and its books.{' '}
            <Link to="/admin/metadata" search={{ part: 'sharing' }}>
              Manage sharing tags
            </Link>
          </Trans>
        </p>
        {tags.data.length > 0 && (
          <PickList
            label={t`Sharing tags`}
            options={tags.data.map(({ id, name }) => ({ value: id, words: name }))}
            picked={waiting.at(-1) ?? listIds(borne)}
            onPicked={enqueue}
          />
        )}
      </Disclosure>
    </div>
  );
}
