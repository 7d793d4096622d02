import type { ServerResponse } from 'node:http';
import type { Logger } from 'pino';
import type { Access } from '#core/people/access.ts';
import { dependsOn, type Viewer } from '#core/viewer.ts';

interface Guarded {
  readonly access: Pick<Access, 'onForget' | 'onRules'>;
  readonly log: Logger;
  /** Null on public routes, whose answers are not watched. */
  readonly viewer: Viewer | null;
  /** Identifies the viewer again; undefined when refused. */
  readonly identify: () => Promise<Viewer | undefined>;
}

/** Breaks an answer off when its viewer is admitted no longer, as after the end of the session. */
function guardAnswer(
  raw: Pick<ServerResponse, 'destroyed' | 'destroy' | 'once'>,
  { access, log, viewer, identify }: Guarded,
): void {
  if (viewer === null || raw.destroyed) return;
  const look = (): void => {
    identify().then(
      (now) => {
        if (now === undefined) raw.destroy();
      },
      (error: unknown) => {
        log.error({ err: error }, 'viewer of a long answer not identified');
        raw.destroy();
      },
    );
  };
  const watches = [
    access.onForget((userId) => {
      if (dependsOn(viewer, userId)) look();
    }),
    access.onRules(look),
  ];
  raw.once('close', () => {
    for (const watch of watches) watch[Symbol.dispose]();
  });
}

/**
 * The signal of a request, which also guards its answer from the first read on: long answers read it, pictures in memory do not.
 */
export function guardedSignal(
  raw: Parameters<typeof guardAnswer>[0],
  signal: () => AbortSignal,
  guarded: Guarded,
): () => AbortSignal {
  let isGuarded = false;
  return () => {
    if (!isGuarded) guardAnswer(raw, guarded);
    isGuarded = true;
    return signal();
  };
}
