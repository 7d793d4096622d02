import { type ComponentType, type ReactNode, use } from 'react';
import { createCodeLoader } from '#lib/code-loader.ts';

/**
 * The component of a route whose code is fetched with the first visit, or when the pointer comes near a link.
 * @param isFirst whether its messages are those of the first page
 */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
  isFirst = false,
): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const loader = createCodeLoader<ComponentType>(async () => (await load())[name], isFirst);
  const Page = () => {
    const Loaded = loader.loaded() ?? use(loader.fetch());
    return <Loaded />;
  };
  const preload = async (): Promise<void> => {
    // The page itself says what is missing.
    await loader.fetch().catch(() => undefined);
  };
  return Object.assign(Page, { preload });
}
