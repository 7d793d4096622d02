import type { ComponentType, ReactNode } from 'react';
import { createCodeLoader } from '#lib/code-loader.ts';
import { useCode } from './use-code.ts';

interface WithChildren {
  readonly children: ReactNode;
}

/** A component that replaces its children once its code is there, and shows them until then. */
export function lazyFallback<Props extends WithChildren>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const loader = createCodeLoader(load);
  return (props) => {
    const Loaded = useCode(loader);
    return Loaded === undefined ? props.children : <Loaded {...props} />;
  };
}
