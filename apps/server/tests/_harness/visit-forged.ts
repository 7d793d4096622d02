import { type Browser, createBrowser } from './browser.ts';
import type { ForgedClaims, ForgedProvider } from './forged-provider.ts';
import { findSignedIn, startAt } from './sign-in-provider.ts';
import type { TestServer } from './start-server.ts';

/** A sign-in at a forged provider. */
export interface ForgedVisit {
  readonly browser: Browser;
  /** Where the browser was sent at the end. */
  readonly location: string;
  /** Undefined without a session. */
  readonly me: Readonly<Record<string, unknown>> | undefined;
}

/** Brings an ID token with these claims back to the server, for a sign-in or a link that was begun. */
export async function answerForged(
  server: Pick<TestServer, 'url'>,
  browser: Browser,
  {
    redirectUrl,
    provider,
    name,
  }: { readonly redirectUrl: string; readonly provider: ForgedProvider; readonly name: string },
  claims: ForgedClaims,
): Promise<string> {
  const asked = new URL(redirectUrl).searchParams;
  const now = Math.floor(Date.now() / 1000);
  const always = { iss: provider.issuer, aud: 'lectern', nonce: asked.get('nonce'), iat: now, exp: now + 300 };
  const idToken = await provider.sign({ ...always, ...claims });
  provider.challenge = asked.get('code_challenge');
  provider.answer = { access_token: crypto.randomUUID(), token_type: 'Bearer', expires_in: 60, id_token: idToken };
  const query = new URLSearchParams({ code: crypto.randomUUID(), state: asked.get('state') ?? '' });
  const response = await browser.fetch(`${server.url}/api/v1/auth/oidc/${name}/callback?${query.toString()}`);
  return response.headers.get('location') ?? '';
}

/** Signs in with a new browser at a provider that says this. */
export async function visitForged(
  server: Pick<TestServer, 'url'>,
  { provider, name }: { readonly provider: ForgedProvider; readonly name: string },
  claims: ForgedClaims,
): Promise<ForgedVisit> {
  const browser = createBrowser();
  const redirectUrl = await startAt(server, browser, { name });
  const location = await answerForged(server, browser, { redirectUrl, provider, name }, claims);
  return { browser, location, me: await findSignedIn(server, browser) };
}
