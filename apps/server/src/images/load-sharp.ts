import type sharp from 'sharp';
import { lowerPoolPriority } from '#files/threads/lower-thread-priority.ts';

type Sharp = typeof sharp;

async function load(): Promise<Sharp> {
  const { default: library } = await import('sharp');
  // One thread a picture; two pictures run at once. sharp's own cache would only hold memory.
  library.concurrency(1);
  library.cache(false);
  lowerPoolPriority();
  return library;
}

let loaded: Promise<Sharp> | undefined;

/** Loads sharp on first use: it takes ten megabytes that a start does not need. */
export async function loadSharp(): Promise<Sharp> {
  loaded ??= load();
  return loaded;
}
