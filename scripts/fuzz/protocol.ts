import { MAX_INPUT } from './mutate.ts';

/** Order for a worker. */
export interface FuzzOrder {
  readonly name: string;
  readonly seconds: number;
  readonly seed: number;
  /** Whether inputs kept by earlier runs are used, which makes runs unrepeatable. */
  readonly usesCorpus: boolean;
  /** Folder of the target's `corpus` and `findings`. */
  readonly folder: string;
  /** Shared memory with the current input, which survives a hung or killed worker. */
  readonly current: SharedArrayBuffer;
}

/** Result of an order. */
export interface FuzzReport {
  readonly tries: number;
  readonly corpus: number;
  readonly seconds: number;
  /** One text per distinct bug. */
  readonly findings: readonly string[];
}

/** u32 number of inputs so far, u32 bytes of the current one, then the bytes. */
const HEADER = 8;

export function shareCurrent(): SharedArrayBuffer {
  return new SharedArrayBuffer(HEADER + MAX_INPUT);
}

export function writeCurrent(current: SharedArrayBuffer, input: Buffer): void {
  const view = new DataView(current);
  new Uint8Array(current, HEADER).set(input.subarray(0, MAX_INPUT));
  view.setUint32(4, Math.min(input.length, MAX_INPUT));
  view.setUint32(0, view.getUint32(0) + 1);
}

/** The current input, and the number of earlier ones. */
export function readCurrent(current: SharedArrayBuffer): { readonly tries: number; readonly input: Buffer } {
  const view = new DataView(current);
  return { tries: view.getUint32(0), input: Buffer.from(new Uint8Array(current, HEADER, view.getUint32(4))) };
}
