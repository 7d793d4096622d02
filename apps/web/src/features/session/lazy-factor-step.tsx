import { lazyComponent } from '#ui/feedback/lazy-component.tsx';

/** Few users have a second factor, so nothing of it is on the page of the password. */
const load = async () => import('./factor-step.tsx');

export const LazyFactorStep = lazyComponent(async () => (await load()).FactorStep);

export const LazyPasskeyDoor = lazyComponent(async () => (await load()).PasskeyDoor);
