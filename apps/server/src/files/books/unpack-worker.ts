import { closeSync, openSync, writeSync } from 'node:fs';
import {
  type EntrySink,
  extractPackedEntries,
  type FormatProblem,
  listPackedPages,
  type PackedEntry,
} from '@lectern/formats/unpack';
import { toOpen } from '../opening/open-inside-now.ts';
import { answerRequests } from '../threads/answer-requests.ts';
import type { UnpackAnswer, UnpackProgress, UnpackRequest } from './unpack-request.ts';

/** The target's disk refused; the archive may be sound. */
class TargetError extends Error {}

/** Writes pages one after the other; a failed page is overwritten. */
class Target implements Disposable {
  readonly #fd: number;
  #start = 0;
  #at = 0;

  constructor(path: string) {
    this.#fd = openSync(path, 'r+');
  }

  /** @param most bytes of the page at most: bytes beyond it are dropped */
  write(bytes: Buffer, most: number): void {
    if (this.#at - this.#start + bytes.length > most) return;
    try {
      let written = 0;
      while (written < bytes.length) {
        written += writeSync(this.#fd, bytes, written, bytes.length - written, this.#at + written);
      }
      this.#at += written;
    } catch (cause) {
      throw new TargetError('Cannot write an unpacked page', { cause });
    }
  }

  end(isWhole: boolean): { readonly offset: number; readonly length: number } {
    const place = { offset: this.#start, length: this.#at - this.#start };
    if (isWhole) this.#start = this.#at;
    else this.#at = this.#start;
    return place;
  }

  [Symbol.dispose](): void {
    closeSync(this.#fd);
  }
}

/**
 * Chooses the pages to unpack with the wanted one: all when they fit, else a run of neighbours. Runs of one archive
 * never overlap: they do not depend on the wanted page.
 */
function choosePages(pages: readonly PackedEntry[], wanted: PackedEntry, maxBytes: number): readonly PackedEntry[] {
  // Uses the entry as it was analysed; extraction checks that the archive still matches.
  const all = pages.map((page) => (page.index === wanted.index ? wanted : page));
  if (!all.includes(wanted)) return [wanted];
  let run: PackedEntry[] = [];
  let bytes = 0;
  for (const page of all) {
    if (bytes + page.length > maxBytes && run.length > 0) {
      if (run.includes(wanted)) return run;
      run = [];
      bytes = 0;
    }
    run.push(page);
    bytes += page.length;
  }
  return run;
}

async function unpack(request: UnpackRequest, report: (progress: UnpackProgress) => void): Promise<UnpackAnswer> {
  const { place, wanted, target: targetPath, maxBytes } = request;
  const pages = choosePages(await listPackedPages(toOpen(place)), wanted, maxBytes);
  report({
    kind: 'planned',
    indexes: pages.map(({ index }) => index),
    bytes: pages.reduce((sum, { length }) => sum + length, 0),
  });
  using target = new Target(targetPath);
  const sink: EntrySink = {
    write: ({ length }, bytes) => {
      target.write(bytes, length);
    },
    end: ({ index }: PackedEntry, problem: FormatProblem | undefined) => {
      const place = target.end(problem === undefined);
      report(problem === undefined ? { kind: 'page', index, ...place } : { kind: 'damaged', index, ...problem });
    },
  };
  try {
    await extractPackedEntries(toOpen(place), pages, sink);
    return 'done';
  } catch (error) {
    if (error instanceof TargetError) return 'no-room';
    throw error;
  }
}

answerRequests<UnpackRequest, UnpackAnswer>(async (request, { report }) => ({
  value: await unpack(request, report),
  transfer: [],
}));
