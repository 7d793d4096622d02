import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createCodeLoader, fetchAgain, MissingCodeError } from '#lib/code-loader.ts';

interface WithChildren {
  readonly children: ReactNode;
}

/** A component that replaces its children once its code is there, and shows them until then. */
export function lazyFallback<Props extends WithChildren>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const loader = createCodeLoader(load);
  return (props) => {
    const [, setFetched] = useState(false);
    useEffect(() => {
      const leaving = new AbortController();
      const fetchCode = async () => {
        try {
          await loader.fetch();
        } catch (error) {
          if (!(error instanceof MissingCodeError)) throw error;
          if ((await fetchAgain(error, leaving.signal)) === 'outdated') return;
        }
        if (!leaving.signal.aborted) setFetched(true);
      };
      fetchCode().catch((error: unknown) => {
        if (!leaving.signal.aborted) throw error;
      });
      return () => leaving.abort();
    }, []);
    const Loaded = loader.loaded();
    return Loaded === undefined ? props.children : <Loaded {...props} />;
  };
}
