import { t } from '@lingui/core/macro';
import type { ComponentType } from 'react';
import { createCodeLoader } from '#lib/code-loader.ts';
import { showToast } from './toast.tsx';
import { useCode } from './use-code.ts';

const AWAY = t`This opens once the server answers again`;
const OUTDATED = t`Lectern was updated on the server`;

const SAYS = {
  away: () => showToast(AWAY),
  outdated: () => showToast(OUTDATED, { label: t`Reload`, run: () => location.reload() }),
};

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
    const Loaded = useCode(loader, SAYS);
    return Loaded === undefined ? null : <Loaded {...props} />;
  };
}
