import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_INPUT } from './mutate.ts';

/** A parser to fuzz. */
export interface Target {
  /** Valid inputs to start with. */
  readonly seeds: () => readonly Buffer[];
  /** Words of the format, inserted at random. */
  readonly words?: readonly string[];
  /** Repairs checksums after a change. */
  readonly repair?: (bytes: Buffer) => void;
  /** Reads the input. Any error but a `FormatError` is a finding. */
  readonly run: (bytes: Buffer) => unknown;
}

const FIXTURES = join(import.meta.dirname, '../../fixtures');

/** Small fixtures of a folder, by name. */
export function fixtures(folder: string, name = /./): readonly Buffer[] {
  return readdirSync(join(FIXTURES, folder))
    .filter((file) => name.test(file) && !file.endsWith('.json'))
    .toSorted()
    .map((file) => readFileSync(join(FIXTURES, folder, file)))
    .filter((bytes) => bytes.length <= MAX_INPUT);
}

export function texts(...all: readonly string[]): () => readonly Buffer[] {
  return () => all.map((text) => Buffer.from(text));
}

/** @throws {Error} when an invariant does not hold: a finding */
export function claim(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Broken promise: ${what}`);
}
