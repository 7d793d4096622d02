import { t } from '@lingui/core/macro';
import { canKeep } from '#entities/offline/kept-cache.ts';
import { keptStore } from '#entities/offline/kept-store.ts';
import { PlainHttpNote } from '#entities/offline/plain-http-note.tsx';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { useStore } from '#lib/store.ts';
import { BoxSkeletons } from '#ui/feedback/skeleton.tsx';
import { Panel } from '#ui/layout/page.tsx';
import { KeptBooks } from './kept-books.tsx';
import { KeptRules } from './kept-rules.tsx';
import { Space } from './space.tsx';
import { Unsent } from './unsent.tsx';

export function OfflinePage() {
  useDocumentTitle(t`Offline`);
  const kept = useStore(keptStore);
  if (!canKeep()) {
    return (
      <>
        <Panel title={t`Kept on this device`}>
          <PlainHttpNote />
        </Panel>
        {kept !== undefined && <Unsent entries={kept.outbox} />}
      </>
    );
  }
  if (kept === undefined) return <BoxSkeletons label={t`Loading what this device keeps`} />;
  return (
    <>
      <Unsent entries={kept.outbox} />
      <Panel title={t`Kept on this device`}>
        <KeptBooks books={[...kept.books.values()]} />
      </Panel>
      {kept.rules.length > 0 && (
        <Panel title={t`Kept by itself`}>
          <KeptRules rules={kept.rules} />
        </Panel>
      )}
      <Panel title={t`Storage`}>
        <Space kept={kept} />
      </Panel>
    </>
  );
}
