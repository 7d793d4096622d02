import { t } from '@lingui/core/macro';
import { type ComponentType, useEffect, useState } from 'react';
import { showToast } from './toast.tsx';
import { createCodeLoader, fetchAgain, MissingCodeError } from '#lib/code-loader.ts';

const AWAY = t`This opens once the server answers again`;
const OUTDATED = t`Lectern was updated on the server`;

/**
 * Fetches the code of a component on its first render, and renders nothing until then.
 * @param isFirst whether its messages are those of the first page
 */
export function lazyComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  isFirst = false,
): ComponentType<Props> {
  const loader = createCodeLoader(load, isFirst);
  return (props) => {
    const [, setFetched] = useState(false);
    const Loaded = loader.loaded();
    useEffect(() => {
      if (loader.loaded() !== undefined) return;
      const leaving = new AbortController();
      const fetchCode = async () => {
        try {
          await loader.fetch();
        } catch (error) {
          if (!(error instanceof MissingCodeError)) throw error;
          showToast(AWAY);
          if ((await fetchAgain(error, leaving.signal)) === 'outdated') {
            showToast(OUTDATED, { label: t`Reload`, run: () => location.reload() });
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
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
