import { t } from '@lingui/core/macro';
import { useChangeCover } from '#entities/cover/change-cover.ts';
import { coverProblem } from '#entities/cover/cover-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import { formatNumber } from '#lib/format.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import type { ReaderBook } from '../reader-props.ts';

/** Actions on the visible pages; empty without permission. */
export function usePageMenu(book: ReaderBook, shown: readonly number[]): readonly MenuItem[] {
  const { id, title } = book;
  const edits = useMay('BooksWrite');
  const { apply } = useChangeCover(
    { kind: 'book', id },
    {
      onStored: (change) => {
        if (change.how !== 'page') return;
        const page = formatNumber(change.page);
        showToast(t`Page ${page} is now the cover of “${title}”`);
      },
      onProblem: (error) => showToast(coverProblem(error)),
    },
  );
  if (!edits) return [];
  return shown
    .toSorted((a, b) => a - b)
    .map((page) => ({
      label: shown.length === 1 ? t`Set this page as cover` : labelPage(page),
      icon: 'image',
      run: () => apply({ how: 'page', page }),
    }));
}

function labelPage(number: number): string {
  const page = formatNumber(number);
  return t`Set page ${page} as cover`;
}
