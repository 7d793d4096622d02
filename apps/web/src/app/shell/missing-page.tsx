import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { fetchAgain, type MissingCodeError } from '#lib/code-loader.ts';
import { STORAGE_PREFIX } from '#lib/storage.ts';
import { ErrorState } from '#ui/feedback/notice.tsx';

/** When this tab was last loaded again by itself. */
const RELOADED = `${STORAGE_PREFIX}reloaded`;
/** It is not loaded again sooner: a broken release would go on for ever. */
const PAUSE_MS = 60_000;

/** Loads the page again, with the code of the release that runs now. @returns false when that was just tried */
function reload(): boolean {
  try {
    if (Date.now() - Number(sessionStorage.getItem(RELOADED)) < PAUSE_MS) return false;
    sessionStorage.setItem(RELOADED, String(Date.now()));
  } catch {
    // Without storage the tab cannot know: the user decides.
    return false;
  }
  location.reload();
  return true;
}

interface MissingPageProps {
  readonly error: MissingCodeError;
  readonly onFetched: () => void;
}

/** Stands for a page whose code is not here, and opens it once it is. */
export function MissingPage({ error, onFetched }: MissingPageProps) {
  const [isBroken, setBroken] = useState(false);
  useEffect(() => {
    const leaving = new AbortController();
    fetchAgain(error, leaving.signal).then(
      (end) => {
        if (leaving.signal.aborted) return;
        if (end === 'fetched') onFetched();
        else if (!reload()) setBroken(true);
      },
      () => undefined,
    );
    return () => leaving.abort();
  }, [error, onFetched]);
  if (isBroken) {
    return (
      <ErrorState
        level={1}
        title={t`This page cannot be loaded`}
        text={t`The server answers, but its files do not belong to this release. An admin must check the installation.`}
        onRetry={() => location.reload()}
      />
    );
  }
  return (
    <ErrorState
      level={1}
      title={t`The server does not answer`}
      text={t`This page opens by itself once the server answers again.`}
    />
  );
}
