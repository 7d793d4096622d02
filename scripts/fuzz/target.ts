import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { MAX_INPUT } from './mutate.ts';

/** A parser to feed. */
export interface Target {
  /** Good inputs to begin with. */
  readonly seeds: () => readonly Buffer[];
  /** Words of the format, put in here and there. */
  readonly words?: readonly string[];
  /** Mends checksums after a change. */
  readonly repair?: (bytes: Buffer) => void;
  /** Reads the input. A `FormatError` is a good answer; any other error is a finding. */
  readonly run: (bytes: Buffer) => unknown;
}

const FIXTURES = join(import.meta.dirname, '../../fixtures');

/** The small fixtures of a folder whose names match. */
export function fixtures(folder: string, name = /./): readonly Buffer[] {
  return readdirSync(join(FIXTURES, folder))
    .filter((file) => name.test(file) && !file.endsWith('.json'))
    .toSorted()
    .map((file) => readFileSync(join(FIXTURES, folder, file)))
    .filter((bytes) => bytes.length <= MAX_INPUT);
}

/** Texts as bytes. */
export function texts(...all: readonly string[]): () => readonly Buffer[] {
  return () => all.map((text) => Buffer.from(text));
}

/** @throws {Error} when what must always hold does not: a finding */
export function claim(holds: boolean, what: string): void {
  if (!holds) throw new Error(`Broken promise: ${what}`);
}
