/** A service worker has no page, but a scope; unit tests have neither. */
function readScope(): string {
  const { registration } = globalThis as { readonly registration?: { readonly scope: string } };
  return registration === undefined ? '' : new URL(registration.scope).pathname.replace(/\/$/, '');
}

function readBasePath(): string {
  if (typeof document === 'undefined') return readScope();
  const told = document.querySelector<HTMLMetaElement>('meta[name="lectern-base"]')?.content ?? '';
  return told.startsWith('/') ? told.replace(/\/$/, '') : '';
}

/** Path below which the server lies, as it wrote it into the page: `/lectern`, or empty. */
export const BASE_PATH = readBasePath();

/** The picture of the app. */
export const ICON_ADDRESS = `${BASE_PATH}/icon.svg`;

/** Address of the server as this browser has it, without a slash at the end. */
export function serverAddress(): string {
  return location.origin + BASE_PATH;
}
