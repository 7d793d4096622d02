import { plural, t } from '@lingui/core/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReleaseSource } from '@lectern/contract';
import { releaseCountQuery } from '#entities/release/queries.ts';
import { request } from '#lib/api.ts';
import { Button } from '#ui/controls/button.tsx';
import { Dialog } from '#ui/overlays/dialog.tsx';
import { useSourceChange } from './change-sources.ts';

interface RemoveSourceProps {
  readonly source: ReleaseSource;
  /** Deletes its releases only, or the source too. */
  readonly part: 'empty' | 'remove';
  readonly onClose: () => void;
}

/** Confirms with the number of affected releases. */
export function RemoveSource({ source, part, onClose }: RemoveSourceProps) {
  const { data: count } = useQuery(releaseCountQuery({ sourceId: source.id, state: 'all' }));
  const remove = useRemove(source, onClose);
  const empty = useEmpty(source, onClose);
  const name = source.displayName;
  const isWhole = part === 'remove';
  return (
    <Dialog
      title={isWhole ? t`Delete ${name}?` : t`Delete the releases of ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            look="danger"
            icon="trash"
            busy={remove.isPending || empty.isPending}
            onClick={() => (isWhole ? remove : empty).mutate(undefined)}
          >
            {isWhole ? deleteAllWords(count) : deleteReleasesWords(count)}
          </Button>
        </>
      }
    >
      <p>
        {isWhole
          ? t`Its address, secret and releases are deleted. Series stay tracked, and no book is changed.`
          : t`Releases that it still lists come back as new, even dismissed ones. No book is changed.`}
      </p>
    </Dialog>
  );
}

/** Without a count while it is loading. */
function deleteAllWords(count: number | undefined): string {
  if (count === undefined) return t`Delete it with its releases`;
  return plural(count, { one: 'Delete it with # release', other: 'Delete it with # releases' });
}

function deleteReleasesWords(count: number | undefined): string {
  if (count === undefined) return t`Delete its releases`;
  return plural(count, { one: 'Delete # release', other: 'Delete # releases' });
}

function useRemove({ id, displayName: name }: ReleaseSource, onDone: () => void) {
  return useSourceChange({
    change: async () => request('deleteReleaseSource', { params: { id } }),
    say: () => t`Deleted “${name}”`,
    onDone,
  });
}

function useEmpty({ id, displayName: name }: ReleaseSource, onDone: () => void) {
  return useSourceChange({
    change: async () => request('resetReleaseSource', { params: { id } }),
    say: ({ deletedLedgerEntries: count }) =>
      plural(count, { one: `Deleted # release of “${name}”`, other: `Deleted # releases of “${name}”` }),
    onDone,
  });
}
