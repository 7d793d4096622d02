import type { Config } from '#config/schema.ts';
import { type Context, openContext } from './context.ts';
import { createHttpServer } from './http/server.ts';

/** A server that listens. Disposing it stops listening, lets open requests end, and closes everything. */
export interface RunningServer extends AsyncDisposable {
  /** Address without trailing slash. */
  readonly url: string;
  readonly context: Context;
}

/** Opens the context and listens. */
export async function openServer(config: Config): Promise<RunningServer> {
  await using opened = new AsyncDisposableStack();
  const context = opened.use(await openContext(config));
  const http = opened.use(await createHttpServer(context));
  const url = await http.listen();
  const owned = opened.move();
  return { url, context, [Symbol.asyncDispose]: async () => owned.disposeAsync() };
}
