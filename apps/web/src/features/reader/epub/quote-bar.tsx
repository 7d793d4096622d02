import { t } from '@lingui/core/macro';
import type { HighlightCreate } from '@lectern/contract';
import { MAX_QUOTATION } from '@lectern/contract/quotation';
import { useRef, useState } from 'react';
import { LazyShareDialog } from '#entities/share/lazy-share-dialog.tsx';
import { useShareAudience } from '#entities/share/use-share-audience.ts';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import { classNames } from '#ui/style/class-names.ts';
import type { ReaderProps } from '../reader-props.ts';
import css from './quote-bar.module.css';
import type { Passage } from './read-passage.ts';

interface QuoteBarProps {
  readonly book: ReaderProps['book'];
  /** Address of the chapter. */
  readonly href: string;
  readonly passage: Passage | undefined;
}

/** Offers to share the selected text, where admins allow links. */
export function QuoteBar({ book, href, passage }: QuoteBarProps) {
  const allowed = useShareAudience();
  const [shared, setShared] = useState<HighlightCreate>();
  const place = useRef<HTMLDivElement>(null);
  const close = () => {
    setShared(undefined);
    // The second dialog knows no focus from before the first one.
    place.current?.querySelector('button')?.focus();
  };
  if (allowed === undefined) return null;
  return (
    <>
      <div ref={place} className={classNames(css['place'], passage?.isLow === true && css['above'])} role="status">
        {passage !== undefined && (
          <Offer
            text={passage.text}
            onShare={() =>
              setShared({ text: passage.text, locator: { href, locations: { progression: passage.progression } } })
            }
          />
        )}
      </div>
      {shared !== undefined && (
        <LazyShareDialog
          kind="highlight"
          targetId={book.id}
          highlight={shared}
          name={book.title}
          allowed={allowed}
          onClose={close}
        />
      )}
    </>
  );
}

function Offer({ text, onShare }: { readonly text: string; readonly onShare: () => void }) {
  if (text.length <= MAX_QUOTATION) return <Button icon="link" onClick={onShare}>{t`Share quotation`}</Button>;
  const most = formatNumber(MAX_QUOTATION);
  return <p>{t`A shared quotation has at most ${most} characters.`}</p>;
}
