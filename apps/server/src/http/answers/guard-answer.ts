import type { ServerResponse } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Logger } from 'pino';
import { AppError } from '#core/errors.ts';
import type { Access } from '#core/people/access.ts';
import { dependsOn, type Viewer } from '#core/viewer.ts';
import { say } from '#words/say.ts';

interface Guarded {
  readonly access: Pick<Access, 'onForget' | 'onRules'>;
  readonly log: Logger;
  /** Null on public routes, which are not watched. */
  readonly viewer: Viewer | null;
  /** Identifies the viewer again; undefined when refused. */
  readonly identify: () => Promise<Viewer | undefined>;
}

type Connection = Pick<ServerResponse, 'destroyed' | 'destroy' | 'once'>;

/** Watches the standing of a viewer. Disposing ends the watch. */
interface Guard extends Disposable {
  /** Resolves when the checks that began are done. */
  readonly settled: () => Promise<void>;
}

/** Breaks a connection off when its viewer is admitted no longer, as after the end of the session. */
function guardConnection(raw: Connection, { access, log, viewer, identify }: Guarded): Guard | undefined {
  if (viewer === null || raw.destroyed) return undefined;
  let looking = Promise.resolve();
  const look = (): void => {
    const looked = identify().then(
      (now) => {
        if (now === undefined) raw.destroy();
      },
      (error: unknown) => {
        log.error({ err: error }, 'viewer of a long request not identified');
        raw.destroy();
      },
    );
    looking = Promise.all([looking, looked]).then(() => undefined);
  };
  const watches = [
    access.onForget((userId) => {
      if (dependsOn(viewer, userId)) look();
    }),
    access.onRules(look),
  ];
  const dispose = (): void => {
    for (const watch of watches) watch[Symbol.dispose]();
  };
  raw.once('close', dispose);
  return { settled: async () => looking, [Symbol.dispose]: dispose };
}

/**
 * The signal of a request, which also guards its answer from the first read on: long answers read it, pictures in memory do not.
 */
export function guardedSignal(raw: Connection, signal: () => AbortSignal, guarded: Guarded): () => AbortSignal {
  let isGuarded = false;
  return () => {
    if (!isGuarded) guardConnection(raw, guarded);
    isGuarded = true;
    return signal();
  };
}

const arriving = new WeakMap<FastifyRequest, Guard>();

/** Guards a request while its body arrives, which a slow client can take minutes for. `endBody` ends it. */
export function guardBody(request: FastifyRequest, { raw }: FastifyReply, guarded: Omit<Guarded, 'viewer'>): void {
  const guard = guardConnection(raw, { ...guarded, viewer: request.viewer });
  if (guard !== undefined) arriving.set(request, guard);
}

/** Ends the guard of a body that has arrived. @throws {AppError} `Unauthorized` when its viewer is admitted no longer */
export async function endBody(request: FastifyRequest, { raw }: FastifyReply): Promise<void> {
  const guard = arriving.get(request);
  if (guard === undefined) return;
  arriving.delete(request);
  guard[Symbol.dispose]();
  await guard.settled();
  if (raw.destroyed) throw new AppError('Unauthorized', say('Sign in first'));
}
