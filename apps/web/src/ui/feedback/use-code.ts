import { useEffect, useState } from 'react';
import { type CodeLoader, fetchAgain, MissingCodeError } from '#lib/code-loader.ts';

/** What a user is told when code does not arrive. */
interface Says {
  readonly away: () => void;
  /** The server answers, but has other files. */
  readonly outdated: () => void;
}

/** The code of a part, fetched on its first render; undefined until it is there. */
export function useCode<Code>(loader: CodeLoader<Code>, says?: Says): Code | undefined {
  const [, setFetched] = useState(false);
  useEffect(() => {
    if (loader.loaded() !== undefined) return;
    const leaving = new AbortController();
    const fetchCode = async () => {
      try {
        await loader.fetch();
      } catch (error) {
        if (!(error instanceof MissingCodeError)) throw error;
        says?.away();
        if ((await fetchAgain(error, leaving.signal)) === 'outdated') {
          says?.outdated();
          return;
        }
      }
      if (!leaving.signal.aborted) setFetched(true);
    };
    fetchCode().catch((error: unknown) => {
      if (!leaving.signal.aborted) throw error;
    });
    return () => leaving.abort();
  }, []);
  return loader.loaded();
}
