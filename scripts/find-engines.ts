import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** A browser besides Chromium that the journeys through every engine run in. */
interface Engine {
  readonly name: string;
  /** Names its program, as a path or a command. */
  readonly variable: string;
  /** Says why it is absent. */
  readonly absent: string;
  /** Programs that it needs, the one that the variable names first. */
  readonly programs: readonly (readonly string[])[];
  /** Packages of Debian that hold them. */
  readonly packages: readonly string[];
}

const ENGINES: readonly Engine[] = [
  {
    name: 'Firefox',
    variable: 'LECTERN_TEST_FIREFOX',
    absent: 'LECTERN_TEST_NO_FIREFOX',
    programs: [['firefox-esr', 'firefox']],
    packages: ['firefox-esr'],
  },
  {
    name: 'WebKit',
    variable: 'LECTERN_TEST_WEBKIT',
    absent: 'LECTERN_TEST_NO_WEBKIT',
    programs: [['WebKitWebDriver'], ['Xvfb']],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
];

/** A package of 80 MB over a slow line. */
const LIMIT_MS = 150_000;
/** How long another installation may take, in seconds. */
const LOCK_SECONDS = 60;
/** Ends a program that hangs when it is asked for its help. */
const HELP_MS = 30_000;

/** Some systems have a script of that name that only explains the installation. */
function runs(program: string): boolean {
  const flag = program.endsWith('Xvfb') ? '-help' : '--help';
  return spawnSync(program, [flag], { stdio: 'ignore', timeout: HELP_MS }).status === 0;
}

/** The program that the variable is to name, or undefined when one of the programs is missing. */
function findProgram({ variable, programs }: Engine): string | undefined {
  const named = process.env[variable];
  const [own = [], ...others] = programs;
  const choices = [named === undefined || named === '' ? own : [named], ...others];
  const found = choices.map((names) => names.find((name) => runs(name)));
  return found.includes(undefined) ? undefined : found[0];
}

/** Why nothing was installed, or undefined when it was. */
function install(packages: readonly string[]): string | undefined {
  if (!existsSync('/usr/bin/apt-get')) return 'this system has no apt-get; install it by hand';
  if (process.getuid?.() !== 0) return `only root may install it: apt-get install ${packages.join(' ')}`;
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const aptGet = (...args: string[]) => {
    const options = ['-qq', '-o', `DPkg::Lock::Timeout=${LOCK_SECONDS}`, '-o', 'Acquire::Retries=2'];
    return spawnSync('/usr/bin/apt-get', [...options, ...args], {
      env,
      encoding: 'utf8',
      timeout: LIMIT_MS,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  };
  // Without a fresh list, an old one may have it.
  aptGet('update');
  const { status, stderr, error } = aptGet('install', '-y', '--no-install-recommends', ...packages);
  if (status === 0) return undefined;
  return error?.message ?? stderr.trim().split('\n').at(-1) ?? 'apt-get failed';
}

/**
 * Finds Firefox and WebKit on this machine or installs them from Debian, and tells the tests by variables. Their journeys are
 * skipped where neither has them.
 * @returns a sentence for each engine that could not be had, for the end of the run
 */
export function findEngines(): readonly string[] {
  const absent: string[] = [];
  for (const engine of ENGINES) {
    const { name, variable, packages } = engine;
    let program = findProgram(engine);
    let reason: string | undefined;
    if (program === undefined) {
      console.log(`test: installing ${name} from the packages of the system`);
      reason = install(packages);
      program = findProgram(engine);
    }
    if (program !== undefined) {
      process.env[variable] = program;
      continue;
    }
    const words = `${name} could not be had here (${reason ?? 'it was installed and does not run'})`;
    process.env[engine.absent] = words;
    absent.push(`not run: ${words}`);
    console.log(`test: ${words}; set ${variable} to its program to run its journeys`);
  }
  return absent;
}
