import type { TaskHandler } from '../handler.ts';

/** A handler that is loaded with the first task of its kind: what scans and analyses is the larger half of the server. */
export function later<Payload>(load: () => Promise<TaskHandler<Payload>>): TaskHandler<Payload> {
  let handler: Promise<TaskHandler<Payload>> | undefined;
  const loaded = async (): Promise<TaskHandler<Payload>> => (handler ??= load());
  return {
    run: async (payload, run) => (await loaded()).run(payload, run),
    changed: async (taskId) => (await loaded()).changed?.(taskId),
  };
}
