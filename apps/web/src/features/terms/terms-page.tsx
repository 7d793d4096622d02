import { t } from '@lingui/core/macro';
import { HistoryList } from '#entities/metadata/history/history-list.tsx';
import { useMay } from '#entities/user/use-may.ts';
import { useDocumentTitle } from '#lib/use-document-title.ts';
import { Segments } from '#ui/controls/segments.tsx';
import css from './terms.module.css';
import { SharingTagsPanel } from './sharing-tags-panel.tsx';
import { TermsPanel } from './terms-panel.tsx';

const PARTS = [
  ['genres', t`Genres`],
  ['tags', t`Tags`],
  ['sharing', t`Sharing`],
  ['changes', t`Changes`],
] as const;

export type TermsPart = (typeof PARTS)[number][0];

interface TermsPageProps {
  readonly part: TermsPart;
  readonly onPart: (part: TermsPart) => void;
}

export function TermsPage({ part, onPart }: TermsPageProps) {
  const administers = useMay('SystemAdmin');
  useDocumentTitle(t`Metadata`);
  const shown = administers ? part : 'changes';
  return (
    <section className={css['page']} aria-label={t`Metadata`}>
      {administers && <Segments legend={t`Section`} value={shown} options={PARTS} onValue={onPart} />}
      <Part part={shown} />
    </section>
  );
}

function Part({ part }: { readonly part: TermsPart }) {
  switch (part) {
    case 'changes':
      return (
        <>
          <p className={css['about']}>{t`Changes of the last 90 days. You can undo each of them.`}</p>
          <HistoryList scope={{}} withTitles />
        </>
      );
    case 'sharing':
      return <SharingTagsPanel />;
    case 'genres':
    case 'tags':
      return <TermsPanel key={part} kind={part === 'genres' ? 'genre' : 'tag'} />;
  }
}
