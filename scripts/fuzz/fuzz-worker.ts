import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parentPort, workerData } from 'node:worker_threads';
import { type Coverage, startCoverage } from './coverage.ts';
import { type Finding, minimise, tryInput } from './finding.ts';
import { MAX_INPUT, mutate } from './mutate.ts';
import { type Random, seededRandom } from './random.ts';
import { type Target } from './target.ts';
import { findTarget } from './targets.ts';
import { type FuzzOrder, type FuzzReport, writeCurrent } from './protocol.ts';

/** Inputs between coverage checks: a check costs as much as many inputs. */
const BATCH = 64;
/** A batch with new coverage is checked again in this many parts, recursively. */
const GROUPS = 8;
const MINIMISE_MS = 20_000;

interface Run {
  readonly order: FuzzOrder;
  readonly target: Target;
  readonly coverage: Coverage;
  readonly random: Random;
  readonly corpus: Buffer[];
  readonly findings: Map<string, Finding>;
  tries: number;
}

async function fuzz(order: FuzzOrder): Promise<FuzzReport> {
  const run: Run = {
    order,
    target: findTarget(order.name),
    coverage: await startCoverage(),
    random: seededRandom(order.seed),
    corpus: [],
    findings: new Map(),
    tries: 0,
  };
  const startedAt = performance.now();
  await begin(run);
  while (performance.now() - startedAt < order.seconds * 1_000 && run.findings.size < 10) await tryBatch(run);
  return {
    tries: run.tries,
    corpus: run.corpus.length,
    seconds: (performance.now() - startedAt) / 1_000,
    findings: [...run.findings.values()].map(({ text }) => text),
  };
}

/** Tries earlier findings, then seeds and kept inputs of earlier runs. */
async function begin(run: Run): Promise<void> {
  const { folder, usesCorpus } = run.order;
  const findings = readKept(join(folder, 'findings'));
  for (const input of findings) await tryOne(run, input);
  const kept = readKept(join(folder, 'corpus'));
  await run.coverage.take(false);
  for (const input of [...run.target.seeds(), ...(usesCorpus ? [...kept, ...findings] : [])]) {
    const bytes = input.subarray(0, MAX_INPUT);
    await tryOne(run, bytes);
    run.corpus.push(bytes);
  }
  await run.coverage.take(true);
}

/** The inputs in a folder, which is created when missing. */
function readKept(folder: string): readonly Buffer[] {
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .filter((file) => !file.endsWith('.txt'))
    .toSorted()
    .map((file) => readFileSync(join(folder, file)));
}

/** Inputs with new coverage become parents; smaller and smaller groups of a batch identify them. */
async function tryBatch(run: Run): Promise<void> {
  await keepNew(
    run,
    Array.from({ length: BATCH }, () => nextInput(run)),
  );
}

async function keepNew(run: Run, inputs: readonly Buffer[]): Promise<void> {
  for (const input of inputs) await tryOne(run, input);
  const [only] = inputs;
  const isOne = inputs.length === 1;
  if ((await run.coverage.take(isOne)) === 0 || only === undefined) return;
  if (isOne) {
    run.corpus.push(only);
    writeFileSync(join(run.order.folder, 'corpus', deriveName(only)), only);
    return;
  }
  const width = Math.ceil(inputs.length / GROUPS);
  for (let at = 0; at < inputs.length; at += width) await keepNew(run, inputs.slice(at, at + width));
}

function nextInput({ corpus, random, target }: Run): Buffer {
  const one = corpus[random.below(corpus.length)] ?? Buffer.alloc(0);
  const other = corpus[random.below(corpus.length)] ?? one;
  const words = (target.words ?? []).map((word) => Buffer.from(word, 'latin1'));
  const input = mutate(one, random, { words, other });
  target.repair?.(input);
  return input;
}

async function tryOne(run: Run, input: Buffer): Promise<void> {
  run.tries += 1;
  writeCurrent(run.order.current, input);
  const finding = await tryInput(run.target, input);
  if (finding === undefined || run.findings.has(finding.signature)) return;
  run.findings.set(finding.signature, finding);
  const small = await minimise(input, {
    stillFails: async (candidate) => {
      writeCurrent(run.order.current, candidate);
      return (await tryInput(run.target, candidate))?.signature === finding.signature;
    },
    until: performance.now() + MINIMISE_MS,
  });
  const file = join(run.order.folder, 'findings', deriveName(small));
  writeFileSync(file, small);
  writeFileSync(`${file}.txt`, `${finding.text}\n`);
}

function deriveName(input: Buffer): string {
  return createHash('sha256').update(input).digest('hex').slice(0, 16);
}

const order = workerData as FuzzOrder;
parentPort?.postMessage(await fuzz(order));
