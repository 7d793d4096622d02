import { type ComponentType, type ReactNode, useEffect, useState } from 'react';
import { createCodeLoader } from '#lib/code-loader.ts';

interface WithChildren {
  readonly children: ReactNode;
}

/** A component that replaces its children once its code is there, and shows them when that cannot be fetched. */
export function lazyFallback<Props extends WithChildren>(
  load: () => Promise<ComponentType<Props>>,
): (props: Props) => ReactNode {
  const loader = createCodeLoader(load);
  return (props) => {
    const [, setFetched] = useState(false);
    useEffect(() => {
      loader.fetch().then(
        () => setFetched(true),
        () => undefined,
      );
    }, []);
    const Loaded = loader.loaded();
    return Loaded === undefined ? props.children : <Loaded {...props} />;
  };
}
