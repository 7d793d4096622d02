import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

/** A reverse proxy that tests run: a variable names its program, the packages of Debian hold it. */
const PROXIES = [
  { variable: 'LECTERN_TEST_NGINX', name: 'nginx', flag: '-v', inside: 'usr/sbin/nginx' },
  { variable: 'LECTERN_TEST_CADDY', name: 'caddy', flag: 'version', inside: 'usr/bin/caddy' },
] as const;

const FOLDER = join(import.meta.dirname, '../node_modules/.cache/lectern-proxies');
const LIMIT_MS = 120_000;

function runs(program: string, flag: string): boolean {
  return spawnSync(program, [flag], { stdio: 'ignore', timeout: LIMIT_MS }).status === 0;
}

function run(program: string, args: readonly string[]): boolean {
  return spawnSync(program, args, { cwd: FOLDER, stdio: 'ignore', timeout: LIMIT_MS }).status === 0;
}

/** Unpacks the program of a package below our own folder: installing it would start a service. */
function unpack(name: string): void {
  const download = (): boolean => run('apt-get', ['-qq', 'download', name]);
  const isRoot = process.getuid?.() === 0;
  if (!download() && !(isRoot && run('apt-get', ['-qq', 'update']) && download())) return;
  const file = readdirSync(FOLDER).find((entry) => entry.startsWith(`${name}_`));
  if (file !== undefined) run('dpkg-deb', ['-x', file, name]);
}

/**
 * Finds nginx and Caddy on this machine or in the packages of Debian, and tells the tests by variables. Their tests are skipped where
 * neither has them.
 */
export function findProxies(): void {
  for (const { variable, name, flag, inside } of PROXIES) {
    if (process.env[variable] !== undefined || runs(name, flag)) continue;
    const program = join(FOLDER, name, inside);
    if (!existsSync(program) && existsSync('/usr/bin/apt-get')) {
      console.log(`test: unpacking ${name} from the packages of the system`);
      rmSync(join(FOLDER, name), { recursive: true, force: true });
      mkdirSync(FOLDER, { recursive: true });
      unpack(name);
    }
    if (existsSync(program) && runs(program, flag)) process.env[variable] = program;
    else console.log(`test: no ${name} here; set ${variable} to its path to run its tests`);
  }
}
