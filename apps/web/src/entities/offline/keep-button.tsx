import { t } from '@lingui/core/macro';
import type { Book } from '@lectern/contract';
import { useNavigate } from '@tanstack/react-router';
import { useHasAccount } from '#entities/user/use-may.ts';
import { problemSentence } from '#lib/problem.ts';
import { formatShare } from '#lib/format.ts';
import { isRefusedInView } from '#lib/viewing.ts';
import { Button } from '#ui/controls/button.tsx';
import { showToast } from '#ui/feedback/toast.tsx';
import type { KeptBook } from './kept.ts';
import { useKeptBook } from './kept-store.ts';

/** The page that explains why nothing can be kept on plain http. */
const OFFLINE_PAGE = '/me/offline';

async function toggle(book: Book, kept: KeptBook | undefined): Promise<void> {
  if (isRefusedInView()) return;
  const { title } = book;
  const { keepBooks, removeByHand } = await import('./kept-books.ts');
  if (kept !== undefined && kept.state !== 'failed') {
    await removeByHand([book.id]);
    showToast(t`Removed “${title}” from this device`);
    return;
  }
  const { fetchReaders } = await import('./start-worker.ts');
  await keepBooks([book], 'hand');
  await fetchReaders();
}

/** Keeps a book on this device, or removes it. */
export function KeepButton({ book }: { readonly book: Book }) {
  const kept = useKeptBook(book.id);
  const navigate = useNavigate();
  const keeps = useHasAccount();
  const isKept = kept !== undefined && kept.state !== 'failed';
  const click = () => {
    if (!('caches' in globalThis)) void navigate({ to: OFFLINE_PAGE });
    else toggle(book, kept).catch((error: unknown) => showToast(problemSentence(error)));
  };
  if (!keeps) return null;
  return (
    <Button icon={isKept ? 'check' : 'download'} size="large" aria-pressed={isKept} onClick={click}>
      {kept?.state === 'kept' ? t`Kept offline` : sayButton(kept)}
    </Button>
  );
}

function sayButton(kept: KeptBook | undefined): string {
  if (kept === undefined || kept.state === 'failed') return t`Keep offline`;
  const share = formatShare(kept.total === 0 ? 0 : kept.done / kept.total);
  return t`Fetching, ${share}`;
}
