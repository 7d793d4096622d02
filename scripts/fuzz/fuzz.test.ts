import { describe, expect, it } from 'vitest';
import { memorySource } from '../../fixtures/memory-source.ts';
import { writeRar4, writeRar5 } from '../../fixtures/rar-writer.ts';
import { DEFAULT_LIMITS } from '../../packages/formats/src/limits.ts';
import { openRar } from '../../packages/formats/src/rar/open.ts';
import { minimise, tryInput } from './finding.ts';
import { MAX_INPUT, mutate } from './mutate.ts';
import { readCurrent, shareCurrent, writeCurrent } from './protocol.ts';
import { seededRandom } from './random.ts';
import { repairRar4, repairRar5 } from './repair-rar.ts';
import { findTarget, targetNames } from './targets.ts';

describe('the targets of the fuzzer', () => {
  it.each(targetNames)('%s takes its own seeds without a finding', async (name) => {
    const target = findTarget(name);
    const seeds = target.seeds();
    expect(seeds.length).toBeGreaterThan(0);
    for (const seed of seeds) expect(await tryInput(target, seed)).toBeUndefined();
  });

  it('are asked for by name', () => {
    expect(() => findTarget('nothing')).toThrow('Unknown target "nothing", expected one of: zip,');
  });
});

describe('a finding', () => {
  const target = {
    seeds: () => [],
    run: (bytes: Buffer) => {
      if (bytes.includes('bug')) throw new TypeError('found it');
    },
  };

  it('is any error but a coded one, made as small as it gets', async () => {
    const input = Buffer.from('x'.repeat(300) + 'bug' + 'y'.repeat(200));
    const finding = await tryInput(target, input);
    expect(finding?.text).toContain('found it');
    const small = await minimise(input, {
      stillFails: async (candidate) => (await tryInput(target, candidate))?.signature === finding?.signature,
      until: performance.now() + 10_000,
    });
    expect(small.toString()).toBe('bug');
  });

  it('outlives the thread that read it', () => {
    const current = shareCurrent();
    writeCurrent(current, Buffer.from('one'));
    writeCurrent(current, Buffer.from('it'));
    expect(readCurrent(current)).toEqual({ tries: 2, input: Buffer.from('it') });
  });
});

describe('changes', () => {
  it('are the same with the same seed, and stay within the largest input', () => {
    const material = { words: [Buffer.from('word')], other: Buffer.alloc(5_000, 'o') };
    const change = (seed: number): string => {
      const random = seededRandom(seed);
      let bytes: Buffer = Buffer.from('the input');
      for (let round = 0; round < 200; round++) bytes = mutate(bytes, random, material);
      expect(bytes.length).toBeLessThanOrEqual(MAX_INPUT);
      return bytes.toString('hex');
    };
    expect(change(1)).toBe(change(1));
    expect(change(1)).not.toBe(change(2));
  });

  it.each([
    ['RAR 4', writeRar4, repairRar4],
    ['RAR 5', writeRar5, repairRar5],
  ])('of a %s get right checksums', (_name, write, repair) => {
    const bytes = write([
      { name: '1.png', bytes: Buffer.from('one') },
      { name: '2.png', bytes: Buffer.from('two') },
    ]);
    const at = bytes.indexOf('2.png');
    bytes.write('3', at, 'latin1');
    const names = (): readonly string[] => openRar(memorySource(bytes), DEFAULT_LIMITS).entries.map(({ name }) => name);
    expect(names()).toEqual(['1.png']);
    repair(bytes);
    expect(names()).toEqual(['1.png', '3.png']);
  });
});
