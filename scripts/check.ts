/** `npm run check [-- STEP…]`: all checks that need no server and no browser. */
import { availableParallelism } from 'node:os';
import { type Finished, type Step, runSteps } from './run-steps.ts';

/** Fails when a message of the code is not in the catalogs, or one of the catalogs is not in the code. */
const SYNC = ['node_modules/@lingui/cli/dist/lingui-check.js', 'sync', '--clean', '--workers', '1', '--config'];

/** One thread: other steps run beside it, and several checkers repeat shared work. */
const TSC = ['node_modules/typescript-7/bin/tsc', '--checkers', '1', '-p'];

const STEPS: readonly Step[] = [
  { name: 'lint', command: ['node_modules/oxlint/bin/oxlint', '.'] },
  { name: 'docstrings', command: ['node_modules/eslint/bin/eslint.js', 'apps', 'packages'] },
  { name: 'unit', command: ['node_modules/vitest/vitest.mjs', 'run', '--project', 'unit', '--project', 'unit-alone'] },
  { name: 'types-server', command: [...TSC, 'apps/server'] },
  { name: 'types-web', command: [...TSC, 'apps/web'] },
  { name: 'types-formats', command: [...TSC, 'packages/formats'] },
  { name: 'types-contract', command: [...TSC, 'packages/contract'] },
  { name: 'types-benchmarks', command: [...TSC, 'benchmarks'] },
  { name: 'types-scripts', command: [...TSC, '.'] },
  { name: 'words-web', command: [...SYNC, 'apps/web/lingui.config.ts'] },
  { name: 'words-server', command: [...SYNC, 'apps/server/lingui.config.ts'] },
  { name: 'unused', command: ['node_modules/knip/bin/knip.js'] },
  {
    name: 'walls',
    command: [
      'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
      '--output-type',
      'err',
      'apps',
      'packages',
      'benchmarks',
    ],
  },
  { name: 'figures', command: ['scripts/figures.ts'] },
  { name: 'dependencies', command: ['scripts/dependencies.ts'] },
  { name: 'format', command: ['node_modules/@biomejs/biome/bin/biome', 'format', '.'] },
];

/** The named steps, or all; `-` in front leaves a step out. */
function chooseSteps(choices: readonly string[]): readonly Step[] {
  const names = choices.filter((choice) => !choice.startsWith('-'));
  const leftOut = choices.filter((choice) => choice.startsWith('-')).map((choice) => choice.slice(1));
  const unknown = [...names, ...leftOut].find((name) => !STEPS.some((step) => step.name === name));
  if (unknown !== undefined) {
    throw new Error(`Unknown check "${unknown}", expected one of: ${STEPS.map((step) => step.name).join(', ')}`);
  }
  const chosen = names.length === 0 ? STEPS : STEPS.filter((step) => names.includes(step.name));
  return chosen.filter((step) => !leftOut.includes(step.name));
}

function report(step: Finished): void {
  console.log(`${step.ok ? 'ok  ' : 'FAIL'} ${step.name.padEnd(15)} ${(step.durationMs / 1000).toFixed(1)} s`);
  if (!step.ok) console.log(step.output);
}

const steps = chooseSteps(process.argv.slice(2));
const finished = await runSteps(steps, availableParallelism(), report);
const failed = finished.filter((step) => !step.ok).map((step) => step.name);
console.log(failed.length === 0 ? 'check: all good' : `check: failed: ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
