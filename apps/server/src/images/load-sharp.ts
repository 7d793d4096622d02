import type sharp from 'sharp';
import { lowerPoolPriority } from '#files/threads/lower-thread-priority.ts';

/** The picture library. */
type Sharp = typeof sharp;

async function load(): Promise<Sharp> {
  const { default: library } = await import('sharp');
  // Each picture uses one thread; speed comes from two at a time. The library's own cache would only hold memory.
  library.concurrency(1);
  library.cache(false);
  lowerPoolPriority();
  return library;
}

let loaded: Promise<Sharp> | undefined;

/** Loads the picture library with the first picture: it takes ten megabytes that a start does not need. */
export async function loadSharp(): Promise<Sharp> {
  loaded ??= load();
  return loaded;
}
