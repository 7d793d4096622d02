/**
 * `npm run fuzz -- NAME… --seconds N [--seed N]`: feeds mutated files to the parsers of packages/formats, guided by
 * coverage, and fails when one hangs, uses too much memory or throws anything but a `FormatError`. `all` is every
 * target, `--list` names them. A seed makes a run repeatable: it then starts from the target's seeds alone.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { type FuzzOrder, type FuzzReport, readCurrent, shareCurrent } from './fuzz/protocol.ts';
import { targetNames } from './fuzz/targets.ts';

const ROOT = join(import.meta.dirname, '..');
/** Longer than any input takes, on a busy machine too. */
const HANG_MS = 60_000;
const MEMORY_MB = 1_024;

type Start = Pick<FuzzOrder, 'seed' | 'usesCorpus'>;

/** Fuzzes one target in a worker; an input that kills it is kept. */
async function fuzz(name: string, seconds: number, { seed, usesCorpus }: Start): Promise<FuzzReport> {
  const folder = join(ROOT, '.cache/fuzz', name);
  mkdirSync(join(folder, 'findings'), { recursive: true });
  const order: FuzzOrder = { name, seconds, seed, usesCorpus, folder, current: shareCurrent() };
  const worker = new Worker(new URL('./fuzz/fuzz-worker.ts', import.meta.url), {
    workerData: order,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const watch = watchProgress(order, () => {
    worker.emit('error', new Error(`No answer within ${HANG_MS / 1_000} s`));
  });
  try {
    return await new Promise<FuzzReport>((resolve, reject) => {
      worker.once('message', resolve);
      worker.once('error', reject);
    });
  } catch (error) {
    return { tries: readCurrent(order.current).tries, corpus: 0, seconds, findings: [keepCurrent(order, error)] };
  } finally {
    clearInterval(watch);
    await worker.terminate();
  }
}

function watchProgress({ current }: FuzzOrder, onHang: () => void): NodeJS.Timeout {
  let last = { tries: -1, at: performance.now() };
  return setInterval(() => {
    const { tries } = readCurrent(current);
    if (tries !== last.tries) last = { tries, at: performance.now() };
    else if (performance.now() - last.at > HANG_MS) onHang();
  }, 1_000);
}

function keepCurrent({ current, folder }: FuzzOrder, error: unknown): string {
  const { input } = readCurrent(current);
  const file = join(folder, 'findings', createHash('sha256').update(input).digest('hex').slice(0, 16));
  const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
  writeFileSync(file, input);
  writeFileSync(`${file}.txt`, `${text}\n`);
  return text;
}

/** The requested targets, or an error text. */
function chooseTargets(names: readonly string[]): readonly string[] | string {
  const unknown = names.filter((name) => name !== 'all' && !targetNames.includes(name));
  const known = `all ${targetNames.join(' ')}`;
  if (unknown.length > 0) return `Unknown target "${unknown.join('", "')}", expected: ${known}`;
  if (names.length === 0) return `npm run fuzz -- NAME… --seconds N [--seed N] | --list\nNAME: ${known}`;
  return names.includes('all') ? targetNames : [...new Set(names)];
}

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    seconds: { type: 'string', default: '60' },
    seed: { type: 'string' },
    list: { type: 'boolean', default: false },
  },
});
const seconds = Number(values.seconds);
const seed = Number(values.seed ?? Date.now() % 0x1_0000_0000);
const isUsable = seconds > 0 && Number.isInteger(seed);
const chosen = isUsable ? chooseTargets(positionals) : '--seconds must be above 0, --seed a whole number';
if (values.list) console.log(targetNames.join('\n'));
else if (typeof chosen === 'string') {
  console.error(chosen);
  process.exitCode = 2;
}
for (const name of values.list || typeof chosen === 'string' ? [] : chosen) {
  const start = { seed, usesCorpus: values.seed === undefined };
  const { tries, corpus, seconds: took, findings } = await fuzz(name, seconds, start);
  const rate = Math.round(tries / took);
  console.log(
    `${name.padEnd(14)} ${tries} inputs, ${rate}/s, ${corpus} kept, ${findings.length} findings, seed ${seed}`,
  );
  for (const finding of findings) console.log(finding.replaceAll(/^/gm, '  '));
  if (findings.length === 0) continue;
  console.log(`  kept below ${relative(ROOT, join(ROOT, '.cache/fuzz', name, 'findings'))}`);
  process.exitCode = 1;
}
