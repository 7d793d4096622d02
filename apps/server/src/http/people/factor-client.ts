import type { Context } from '#context/context.ts';
import { choosePasskeyPlace } from '#core/people/factors/passkey-place.ts';
import type { FactorClient } from '#core/people/prove-factor.ts';
import type { SignInClient } from '#core/people/sign-in.ts';

/** The part of a request that matters here. */
interface Client extends SignInClient {
  readonly arrival: Parameters<typeof choosePasskeyPlace>[1];
  /** `Origin` as it was sent. */
  readonly origin: string | undefined;
}

/** The client of a sign-in or of a change of factors, with the place of its passkeys. */
export function factorClient({ config }: Pick<Context, 'config'>, client: Client): SignInClient & FactorClient {
  const { ip, userAgent, arrival, origin } = client;
  return { ip, userAgent, place: choosePasskeyPlace(config.server.publicUrl, arrival, origin) };
}
