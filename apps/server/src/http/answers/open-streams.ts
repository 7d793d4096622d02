import { AppError } from '#core/errors.ts';
import { clientAddress } from '#core/limits/client-address.ts';

/** Whose stream it is. */
interface StreamOwner {
  readonly userId: string;
  readonly ip: string;
}

/** Every open stream of the process: how many there may be, and a way to end them all. */
export interface OpenStreams {
  /**
   * Takes a place for a stream, which disposing gives back.
   * @throws {AppError} `rate_limit_exceeded` when the user, their address or the server has as many as it may
   */
  readonly take: (owner: StreamOwner, end: () => void) => Disposable;
  readonly endAll: () => void;
}

/** How many streams there may be at a time. */
export interface StreamLimits {
  readonly perUser: number;
  readonly perAddress: number;
  readonly inAll: number;
  /** Addresses behind which there may be any number of people. */
  readonly isShared: (ip: string) => boolean;
}

/** A tab that was closed has given its place back by then. */
const RETRY_SECONDS = 10;

function refusal(whose: string, most: number): AppError {
  const message = `${whose} ${String(most)} event streams open, and no more are possible: close one, and try again`;
  return new AppError('rate_limit_exceeded', message, { details: { retryAfter: RETRY_SECONDS } });
}

function createTally() {
  const counts = new Map<string, number>();
  return {
    of: (name: string): number => counts.get(name) ?? 0,
    add: (name: string): void => void counts.set(name, (counts.get(name) ?? 0) + 1),
    remove: (name: string): void => {
      const left = (counts.get(name) ?? 1) - 1;
      if (left > 0) counts.set(name, left);
      else counts.delete(name);
    },
  };
}

export function createOpenStreams({ perUser, perAddress, inAll, isShared }: StreamLimits): OpenStreams {
  const streams = new Set<{ readonly end: () => void }>();
  const users = createTally();
  const addresses = createTally();
  return {
    take: ({ userId, ip }, end) => {
      const address = clientAddress(ip);
      if (users.of(userId) >= perUser) throw refusal('You have', perUser);
      if (!isShared(ip) && addresses.of(address) >= perAddress) throw refusal('Your address has', perAddress);
      if (streams.size >= inAll) throw refusal('The server has', inAll);
      const stream = { end };
      streams.add(stream);
      users.add(userId);
      addresses.add(address);
      return {
        [Symbol.dispose]: () => {
          if (!streams.delete(stream)) return;
          users.remove(userId);
          addresses.remove(address);
        },
      };
    },
    endAll: () => {
      for (const { end } of streams) end();
    },
  };
}
