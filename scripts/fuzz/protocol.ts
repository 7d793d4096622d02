import { MAX_INPUT } from './mutate.ts';

/** What a worker is told to do. */
export interface FuzzOrder {
  readonly name: string;
  readonly seconds: number;
  readonly seed: number;
  /** Whether what earlier runs kept is used again: then no two runs are the same. */
  readonly usesCorpus: boolean;
  /** Where `corpus` and `findings` of this target lie. */
  readonly folder: string;
  /** Shared memory with the input that is being read, so that it outlives a worker that hangs or runs out of memory. */
  readonly current: SharedArrayBuffer;
}

/** What it did. */
export interface FuzzReport {
  readonly tries: number;
  readonly corpus: number;
  readonly seconds: number;
  /** One text for each different mistake. */
  readonly findings: readonly string[];
}

/** u32 number of inputs so far, u32 bytes of the current one, then the bytes. */
const HEADER = 8;

/** Memory for the current input. */
export function shareCurrent(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER + MAX_INPUT);
}

export function writeCurrent(current: SharedArrayBuffer, input: Buffer): void {
  const view = new DataView(current);
  new Uint8Array(current, HEADER).set(input.subarray(0, MAX_INPUT));
  view.setUint32(4, Math.min(input.length, MAX_INPUT));
  view.setUint32(0, view.getUint32(0) + 1);
}

/** The current input, and how many came before it. */
export function readCurrent(current: SharedArrayBuffer): { readonly tries: number; readonly input: Buffer } {
  const view = new DataView(current);
  return { tries: view.getUint32(0), input: Buffer.from(new Uint8Array(current, HEADER, view.getUint32(4))) };
}
