import { t } from '@lingui/core/macro';
import { Dialog } from '#ui/overlays/dialog.tsx';
import type { Owner } from '../save.ts';
import { HistoryList } from './history-list.tsx';

interface HistoryDialogProps {
  readonly owner: Owner;
  readonly onClose: () => void;
}

export function HistoryDialog({ owner: { kind, id, title }, onClose }: HistoryDialogProps) {
  return (
    <Dialog title={t`Changes to ${title}`} open place="side" wide onClose={onClose}>
      <HistoryList scope={kind === 'book' ? { bookId: id } : { seriesId: id }} withTitles={kind === 'series'} />
    </Dialog>
  );
}
