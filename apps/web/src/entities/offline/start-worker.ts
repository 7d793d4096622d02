import { t } from '@lingui/core/macro';
import { BASE_PATH } from '#lib/base-path.ts';
import { showToast } from '#ui/feedback/toast.tsx';

const ADDRESS = `${BASE_PATH}/service-worker.js`;
const LOOK_MS = 60 * 60_000;
const READER = '/read/';
const READING_MS = 5_000;

/** Starts the service worker, and offers a new version when there is one. Returns the stop function. */
export async function startWorker(): Promise<() => void> {
  const registration = await register();
  if (registration === undefined) return () => undefined;
  const stops: (() => void)[] = [];
  const offer = () => stops.push(offerVersion(registration));
  if (registration.waiting !== null && navigator.serviceWorker.controller !== null) offer();
  const found = () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && navigator.serviceWorker.controller !== null) offer();
    });
  };
  registration.addEventListener('updatefound', found);
  const timer = setInterval(() => void registration.update().catch(() => undefined), LOOK_MS);
  return () => {
    registration.removeEventListener('updatefound', found);
    clearInterval(timer);
    for (const stop of stops) stop();
  };
}

/** Undefined where the browser or the user allows no service worker. */
async function register(): Promise<ServiceWorkerRegistration | undefined> {
  try {
    const registration: unknown = await navigator.serviceWorker.register(ADDRESS, {
      scope: `${BASE_PATH}/`,
      updateViaCache: 'none',
    });
    return registration instanceof ServiceWorkerRegistration ? registration : undefined;
  } catch {
    return undefined;
  }
}

/** Waits until no book is open: a new version loads the page again. */
function offerVersion(registration: ServiceWorkerRegistration): () => void {
  const isReading = () => location.pathname.startsWith(BASE_PATH + READER);
  const say = () => {
    const run = () => {
      navigator.serviceWorker.addEventListener('controllerchange', () => location.reload(), { once: true });
      registration.waiting?.postMessage('activate');
    };
    showToast(t`A new version of Lectern is ready.`, { label: t`Reload`, run }, true);
  };
  if (!isReading()) {
    say();
    return () => undefined;
  }
  const timer = setInterval(() => {
    if (isReading()) return;
    clearInterval(timer);
    say();
  }, READING_MS);
  return () => clearInterval(timer);
}

async function tell(message: 'readers' | readonly string[]): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`);
  const { active } = registration ?? {};
  if (active !== null) active?.postMessage(message);
}

/** Keeps the code of the readers, which the start of the app does not need. */
export async function fetchReaders(): Promise<void> {
  await tell('readers');
}

/** Keeps what this page used before the service worker controlled it, such as the messages of its language. */
export async function fetchUsedAssets(): Promise<void> {
  const registration = await navigator.serviceWorker.getRegistration(`${BASE_PATH}/`);
  if (registration === undefined) return;
  await navigator.serviceWorker.ready;
  const own = `${location.origin}${BASE_PATH}/`;
  const used = performance.getEntriesByType('resource').map(({ name }) => name);
  await tell(used.filter((name) => name.startsWith(`${own}assets/`)).map((name) => name.slice(own.length)));
}
