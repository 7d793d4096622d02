import { t } from '@lingui/core/macro';
import { AddPickedToLists } from '#entities/list/picked-actions.tsx';
import { LazyBulkDialog, LazyLocksDialog, LazyResetDialog } from '#entities/metadata/bulk/lazy-bulk-dialogs.tsx';
import type { SelectionAction } from './action.ts';
import { deletePicked } from './delete-picked.ts';
import { keepPicked, removePicked } from './keep-picked.ts';
import { markPicked, wantPicked } from './mark-picked.ts';

const BOTH = ['book', 'series'] as const;
const EDITS = { permission: { book: 'BooksWrite', series: 'SeriesWrite' }, editsMetadata: true } as const;

export const SELECTION_ACTIONS: readonly SelectionAction[] = [
  {
    label: t`Edit`,
    icon: 'edit',
    kinds: BOTH,
    ...EDITS,
    isFirst: true,
    dialog: LazyBulkDialog,
  },
  {
    label: t`Mark read`,
    icon: 'check',
    kinds: BOTH,
    permission: 'ProgressWrite',
    isFirst: true,
    run: async (picked) => markPicked(picked, true),
  },
  {
    label: t`Mark unread`,
    icon: 'book',
    kinds: BOTH,
    permission: 'ProgressWrite',
    run: async (picked) => markPicked(picked, false),
  },
  {
    label: t`Want to read`,
    icon: 'bookmark',
    kinds: BOTH,
    permission: 'ProgressWrite',
    run: wantPicked,
  },
  {
    label: t`Keep on this device`,
    icon: 'download',
    kinds: BOTH,
    permission: 'PagesRead',
    run: keepPicked,
  },
  {
    label: t`Remove from this device`,
    icon: 'close',
    kinds: BOTH,
    permission: 'PagesRead',
    needsKept: true,
    run: removePicked,
  },
  {
    label: t`Add to lists`,
    icon: 'stack',
    kinds: BOTH,
    permission: 'BooksWrite',
    dialog: AddPickedToLists,
  },
  { label: t`Lock or unlock`, icon: 'lock', kinds: BOTH, ...EDITS, dialog: LazyLocksDialog },
  { label: t`Reset metadata`, icon: 'refresh', kinds: BOTH, ...EDITS, dialog: LazyResetDialog },
  {
    label: t`Delete`,
    icon: 'trash',
    kinds: BOTH,
    permission: { book: 'BooksDelete', series: 'SeriesDelete' },
    run: async (picked) => deletePicked(picked),
  },
  {
    label: t`Delete with files`,
    icon: 'trash',
    kinds: BOTH,
    permission: { book: 'BooksDelete', series: 'SeriesDelete' },
    deletesFiles: true,
    run: async (picked) => deletePicked(picked, true),
  },
];
