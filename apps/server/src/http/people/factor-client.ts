import type { FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { choosePasskeyPlace } from '#core/people/factors/passkey-place.ts';
import type { FactorClient } from '#core/people/prove-factor.ts';
import type { BrowserClient, SignInClient } from '#core/people/sign-in.ts';
import { chooseLanguage } from '#words/choose-language.ts';
import { readDeviceCookie, readRememberedCookie } from './cookies.ts';

type PlaceArrival = Parameters<typeof choosePasskeyPlace>[1];

/** How a request outside the contract reached the server. */
export function getPlaceArrival(request: FastifyRequest): PlaceArrival {
  const { protocol: scheme, server } = request;
  return { scheme, host: server.hostOf(request), isKnownHost: server.namesKnownHost(request) };
}

/** The part of a request that matters here. */
interface Client extends SignInClient {
  readonly arrival: PlaceArrival;
  /** `Origin` as it was sent. */
  readonly origin: string | undefined;
}

interface Browser extends Client {
  /** `Accept-Language` as it was sent. */
  readonly languages: string | undefined;
  /** The whole header; undefined where cookies do not count. */
  readonly cookies: string | undefined;
  /** Path below which the client reaches the server. */
  readonly prefix: string;
}

/** The browser of a sign-in, with what its cookies say. */
export function browserClient(ctx: Pick<Context, 'config'>, client: Browser): BrowserClient {
  return {
    ...factorClient(ctx, client),
    device: readDeviceCookie(client),
    remembered: readRememberedCookie(client),
    language: chooseLanguage(client.languages),
  };
}

/** The client of a sign-in or of a change of factors, with the place of its passkeys. */
export function factorClient({ config }: Pick<Context, 'config'>, client: Client): SignInClient & FactorClient {
  const { ip, userAgent, arrival, origin } = client;
  return { ip, userAgent, place: choosePasskeyPlace(config.server.publicUrl, arrival, origin) };
}
