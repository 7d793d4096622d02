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
  const releases = count === undefined ? t`its releases` : plural(count, { one: '# release', other: '# releases' });
  const isWhole = part === 'remove';
  return (
    <Dialog
      title={isWhole ? t`Remove ${name}?` : t`Forget the releases of ${name}?`}
      open
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>
            {t`Keep`} {isWhole ? 'it' : 'them'}
          </Button>
          <Button
            look="danger"
            icon="trash"
            busy={remove.isPending || empty.isPending}
            onClick={() => (isWhole ? remove : empty).mutate(undefined)}
          >
            {isWhole ? t`Remove it with ${releases}` : t`Forget ${releases}`}
          </Button>
        </>
      }
    >
      <p>
        {isWhole
          ? t`Its address, its secret and what it told go. Series stay tracked, and no book is touched.`
          : t`Whatever it still tells comes again as new, also what was dismissed. No book is touched.`}
      </p>
    </Dialog>
  );
}

function useRemove({ id, displayName }: ReleaseSource, onDone: () => void) {
  return useSourceChange({
    change: async () => request('deleteReleaseSource', { params: { id } }),
    say: () => t`${displayName} is removed`,
    onDone,
  });
}

function useEmpty({ id, displayName }: ReleaseSource, onDone: () => void) {
  return useSourceChange({
    change: async () => request('resetReleaseSource', { params: { id } }),
    say: ({ deletedLedgerEntries }) =>
      t`${plural(deletedLedgerEntries, { one: '# release', other: '# releases' })} of ${displayName} forgotten`,
    onDone,
  });
}
