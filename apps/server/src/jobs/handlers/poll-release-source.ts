import { randomInt } from 'node:crypto';
import { pollSource } from '#core/releases/poll-source.ts';
import type { TaskPayload } from '../catalog.ts';
import type { TaskHandler } from '../handler.ts';
import type { TaskContext } from './task-context.ts';

const FINENESS = 1_000_000;

function random(): number {
  return randomInt(FINENESS + 1) / FINENESS;
}

export const handlePollReleaseSource = (ctx: TaskContext): TaskHandler<TaskPayload<'poll_release_source'>> => ({
  run: async ({ sourceId }, run) => pollSource({ ...ctx, random }, sourceId, run),
});
