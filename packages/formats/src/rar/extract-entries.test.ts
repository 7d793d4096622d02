import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import type { FormatProblem, PackedEntry } from '../reading.ts';
import { DEFAULT_LIMITS } from '../limits.ts';
import { openSource } from '../source.ts';
import { extractRarEntries, type RarEntrySink } from './extract-entries.ts';
import { openPacked } from '../packed-entries.ts';
import { listRar, openRar } from './open.ts';

const FIXTURES = join(import.meta.dirname, '../../../../fixtures/good/cbr');
const folder = mkdtempSync(join(tmpdir(), 'lectern-rar-'));
afterAll(() => {
  rmSync(folder, { recursive: true });
});

function packedEntries(path: string): readonly PackedEntry[] {
  using source = openSource(path);
  return openRar(source, DEFAULT_LIMITS).entries.flatMap(({ source: place }) => (place.kind === 'rar' ? [place] : []));
}

interface Gathered extends RarEntrySink {
  readonly names: string[];
  readonly problems: (FormatProblem | undefined)[];
  readonly bytesOf: (name: string) => Buffer;
}

function gather(): Gathered {
  const pieces = new Map<string, Buffer[]>();
  const names: string[] = [];
  const problems: (FormatProblem | undefined)[] = [];
  return {
    names,
    problems,
    write: ({ name }, bytes) => pieces.set(name, [...(pieces.get(name) ?? []), Buffer.from(bytes)]),
    end: ({ name }, problem) => {
      names.push(name);
      problems.push(problem);
    },
    bytesOf: (name) => Buffer.concat(pieces.get(name) ?? []),
  };
}

describe.each(['packed-rar3.cbr', 'packed-rar3.solid.cbr', 'packed-rar5.cbr'])('extractRarEntries of %s', (name) => {
  const path = join(FIXTURES, name);
  const entries = packedEntries(path);

  it('gives every entry once, whole, in the order of the file', async () => {
    const sink = gather();
    await extractRarEntries(path, [...entries.toReversed(), ...entries], sink);
    expect(entries.length).toBeGreaterThan(0);
    expect(sink.names).toEqual(entries.map((entry) => entry.name));
    expect(sink.problems).toEqual(entries.map(() => undefined));
    using archive = await openPacked(path, 'rar');
    for (const entry of entries) expect(sink.bytesOf(entry.name)).toEqual(await archive.extract(entry));
  });

  it('gives only what is asked for', async () => {
    const sink = gather();
    const last = entries.slice(-1);
    await extractRarEntries(path, last, sink);
    expect(sink.names).toEqual(last.map((entry) => entry.name));
    for (const entry of last) expect(sink.bytesOf(entry.name)).toHaveLength(entry.length);
    await extractRarEntries(path, [], sink);
    expect(sink.names).toHaveLength(1);
  });

  it('tells damage of an entry at its end and goes on', async () => {
    const bytes = readFileSync(path);
    using source = openSource(path);
    const at = (listRar(source, DEFAULT_LIMITS).index.files[entries[0]?.index ?? -1]?.packed.offset ?? 0) + 30;
    bytes.writeUInt8(bytes.readUInt8(at) ^ 0xff, at);
    const damaged = join(folder, name);
    writeFileSync(damaged, bytes);
    const sink = gather();
    await extractRarEntries(damaged, entries, sink);
    expect(sink.names).toEqual(entries.map((entry) => entry.name));
    expect(sink.problems[0]).toMatchObject({ code: 'entry.corrupt' });
  });

  it('comes out with what the sink throws, and works again after', async () => {
    const full: RarEntrySink = {
      write: () => {
        throw new Error('disk full');
      },
      end: () => undefined,
    };
    await expect(extractRarEntries(path, entries, full)).rejects.toThrow('disk full');
    const sink = gather();
    await extractRarEntries(path, entries, sink);
    expect(sink.names).toHaveLength(entries.length);
  });

  it('refuses entries that are no longer where they were, before it unpacks any', async () => {
    const sink = gather();
    const moved = entries.map((entry) => ({ ...entry, name: `${entry.name}x` }));
    await expect(extractRarEntries(path, moved, sink)).rejects.toMatchObject({ code: 'file.changed' });
    expect(sink.names).toEqual([]);
  });

  it('leaves nothing on the process', async () => {
    const listeners = (): number =>
      process.listenerCount('unhandledRejection') + process.listenerCount('uncaughtException');
    const before = listeners();
    for (let run = 0; run < 3; run++) await extractRarEntries(path, entries, gather());
    expect(listeners()).toBe(before);
  });

  it('lets two run at once', async () => {
    const sinks = [gather(), gather(), gather()];
    await Promise.all(sinks.map(async (sink) => extractRarEntries(path, entries, sink)));
    for (const sink of sinks) {
      for (const entry of entries) expect(sink.bytesOf(entry.name)).toHaveLength(entry.length);
    }
  });
});

describe('extractRarEntries and a signal', () => {
  it('stops after the entry during which it was told to', async () => {
    const path = join(FIXTURES, 'packed-rar3.solid.cbr');
    const entries = packedEntries(path);
    const stop = new AbortController();
    const ended: string[] = [];
    const sink: RarEntrySink = {
      write: () => undefined,
      end: (entry) => {
        ended.push(entry.name);
        stop.abort(new Error('enough'));
      },
    };
    await expect(extractRarEntries(path, entries, sink, { signal: stop.signal })).rejects.toThrow('enough');
    expect(ended).toHaveLength(1);
    await expect(extractRarEntries(path, entries, sink, { signal: stop.signal })).rejects.toThrow('enough');
    expect(ended).toHaveLength(1);
  });
});
