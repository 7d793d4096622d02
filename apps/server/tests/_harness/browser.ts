/** A browser without pages: it keeps cookies by host and path, and follows redirects, to other hosts without `Strict` cookies. */
export interface Browser {
  /** Opens an address as a user does, and follows where it leads. */
  readonly open: (url: string, init?: RequestInit) => Promise<Visit>;
  /** One request with the cookies of this browser, which follows nothing. */
  readonly fetch: (url: string, init?: RequestInit) => Promise<Response>;
  /** A request of a page of the same server. */
  readonly post: (url: string, body?: unknown) => Promise<Response>;
  /** Cookies that would go to an address. */
  readonly cookies: (url: string) => string;
}

interface Visit {
  /** Every address, the first one first. */
  readonly path: readonly string[];
  readonly url: URL;
  readonly response: Response;
}

interface Cookie {
  readonly host: string;
  readonly path: string;
  readonly name: string;
  readonly value: string;
  readonly isStrict: boolean;
}

const MAX_REDIRECTS = 20;

function readCookie(line: string, host: string): Cookie & { readonly isGone: boolean } {
  const [pair = '', ...attributes] = line.split(';').map((part) => part.trim());
  const at = pair.indexOf('=');
  const read = (name: string): string | undefined =>
    attributes.find((one) => one.toLowerCase().startsWith(`${name}=`))?.slice(name.length + 1);
  const value = pair.slice(at + 1);
  const expires = read('expires');
  const isPast = expires !== undefined && Date.parse(expires) < Date.now();
  const isStrict = read('samesite')?.toLowerCase() === 'strict';
  const isGone = read('max-age') === '0' || isPast;
  return { host, path: read('path') ?? '/', name: pair.slice(0, at), value, isStrict, isGone };
}

function goesTo({ host, path }: Cookie, url: URL): boolean {
  const isBelow = url.pathname === path || url.pathname.startsWith(path.endsWith('/') ? path : `${path}/`);
  return host === url.host && isBelow;
}

/** A browser without cookies. */
export function createBrowser(): Browser {
  let jar: Cookie[] = [];
  const cookies = (address: string, isLed = false): string =>
    jar
      .filter((cookie) => goesTo(cookie, new URL(address)) && !(isLed && cookie.isStrict))
      .map(({ name, value }) => `${name}=${value}`)
      .join('; ');
  const keep = (address: string, response: Response): void => {
    for (const line of response.headers.getSetCookie()) {
      const { isGone, ...cookie } = readCookie(line, new URL(address).host);
      const isSame = (one: Cookie) => one.host === cookie.host && one.path === cookie.path && one.name === cookie.name;
      jar = jar.filter((one) => !isSame(one));
      if (!isGone) jar.push(cookie);
    }
  };
  const ask = async (address: string, init: RequestInit = {}, isLed = false): Promise<Response> => {
    const headers = new Headers(init.headers);
    const sent = cookies(address, isLed);
    if (sent !== '') headers.set('cookie', sent);
    const response = await fetch(address, { ...init, headers, redirect: 'manual' });
    keep(address, response);
    return response;
  };
  return {
    cookies: (url) => cookies(url),
    fetch: async (url, init) => ask(url, init),
    post: async (url, body) =>
      ask(url, {
        method: 'POST',
        headers: { 'sec-fetch-site': 'same-origin', 'content-type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      }),
    open: async (url, init) => {
      const path = [url];
      let response = await ask(url, init);
      for (let hops = 0; response.status >= 300 && response.status < 400; hops += 1) {
        if (hops === MAX_REDIRECTS) throw new Error(`Too many redirects: ${path.join(' → ')}`);
        const next = new URL(response.headers.get('location') ?? '', path.at(-1)).href;
        path.push(next);
        response = await ask(next, {}, new URL(next).host !== new URL(url).host);
      }
      return { path, url: new URL(path.at(-1) ?? url), response };
    },
  };
}
