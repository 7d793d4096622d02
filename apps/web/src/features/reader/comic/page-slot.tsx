import { t } from '@lingui/core/macro';
import { useLayoutEffect, useRef } from 'react';
import { formatNumber } from '#lib/format.ts';
import { Button } from '#ui/controls/button.tsx';
import css from './page-slot.module.css';
import type { PageStore } from './page-store.ts';
import { usePageState } from './use-page-store.ts';

interface PageSlotProps {
  readonly store: PageStore;
  readonly page: number;
}

/** One page: its image, a spinner while it loads, or the error. */
export function PageSlot({ store, page: number }: PageSlotProps) {
  const state = usePageState(store, number);
  const page = formatNumber(number);
  return (
    <div className={css['slot']} data-page={number} data-status={state.status}>
      {state.status === 'ready' && <Picture image={state.image} />}
      {state.status === 'loading' && (
        <span className={css['spinner']} role="status" aria-label={t`Loading page ${page}`} />
      )}
      {state.status === 'failed' && (
        <div className={css['failure']} role="alert">
          <p className={css['title']}>{t`Page ${page} cannot be shown`}</p>
          <p>{state.message}</p>
          <Button icon="refresh" onClick={() => store.retry(number)}>{t`Try again`}</Button>
        </div>
      )}
    </div>
  );
}

/** Inserts the decoded element itself; a new element with the same address would decode again. */
function Picture({ image }: { readonly image: HTMLImageElement }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => place.current?.replaceChildren(image), [image]);
  return <div ref={place} className={css['picture']} />;
}
