import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { useChangeCover } from '#entities/cover/change-cover.ts';
import { coverProblem } from '#entities/cover/cover-words.ts';
import { useMay } from '#entities/user/use-may.ts';
import type { MenuItem } from '#ui/overlays/menu.tsx';
import { showToast } from '#ui/feedback/toast.tsx';

/** Actions on the visible pages; empty without permission. */
export function usePageMenu(book: Book, shown: readonly number[]): readonly MenuItem[] {
  const edits = useMay('BooksWrite');
  const { apply } = useChangeCover(
    { kind: 'book', id: book.id },
    {
      onStored: (change) => {
        if (change.how === 'page') showToast(t`Page ${change.page} is the cover of “${book.title}” now`);
      },
      onProblem: (error) => showToast(coverProblem(error)),
    },
  );
  if (!edits) return [];
  return shown
    .toSorted((a, b) => a - b)
    .map((page) => ({
      label: shown.length === 1 ? t`Set this page as cover` : t`Set page ${page} as cover`,
      icon: 'image',
      run: () => apply({ how: 'page', page }),
    }));
}
