import { type ComponentType, type ReactNode, use } from 'react';
import { createCodeLoader } from '#lib/code-loader.ts';

/** The component of a route whose code is fetched with the first visit, or when the pointer comes near a link. */
export function lazyPage<Name extends string>(
  load: () => Promise<Readonly<Record<Name, ComponentType>>>,
  name: Name,
): (() => ReactNode) & { readonly preload: () => Promise<void> } {
  const loader = createCodeLoader<ComponentType>(async () => (await load())[name]);
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
