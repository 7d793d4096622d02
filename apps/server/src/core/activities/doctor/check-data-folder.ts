import { dirname, join } from 'node:path';
import type { Config } from '#config/schema.ts';
import { inspectPath } from '#files/walk/inspect-path.ts';
import { isRemoteFolder } from '#files/watch/watch.ts';
import { say } from '#words/say.ts';
import { findDiskSpace } from './find-disk-space.ts';
import { type Found, ok, problem, warning } from './finding.ts';

const OTHERS = 0o077;

async function checkAbsent(dataDir: string): Promise<Found[]> {
  const parent = await inspectPath(dirname(dataDir));
  if (parent?.isWritable === true) return [warning(`${dataDir} is not there yet`, 'The first start makes it')];
  const advice = `Make it, or let the server write to ${dirname(dataDir)}`;
  return [problem(`${dataDir} is not there, and cannot be made`, advice)];
}

async function checkSpace(config: Config): Promise<Found[]> {
  const finding = await findDiskSpace({ config });
  if (finding === undefined) return [];
  const { area: _area, ...found } = finding;
  return [found];
}

async function checkSecret({ dataDir, auth }: Config): Promise<Found[]> {
  if (auth.jwtSecret !== undefined) return [];
  const path = join(dataDir, 'jwt-secret');
  const state = await inspectPath(path);
  if (state === undefined) return [];
  const found: Found[] = [];
  if ((state.mode & OTHERS) !== 0) {
    const advice = say(
      'A user with this file can sign in as any account: chmod 600 {path}. If another user read it, delete it. The server makes a new one',
      { path },
    );
    found.push(problem(say('{path} can be read by others than its owner', { path }), advice));
  }
  const me = process.geteuid?.();
  if (me !== undefined && me !== 0 && state.owner !== me) {
    const advice = say('Run the server, and this command, as the user that owns the data folder');
    found.push(problem(say('{path} belongs to another user', { path }), advice));
  }
  const isEmpty = state.bytes === 0;
  if (isEmpty) {
    found.push(
      problem(say('{path} is empty', { path }), say('Delete it, to have a new secret made at the next start')),
    );
  }
  return found;
}

/** Permissions of others on the folder and the database; the server removes them at its start when it can. */
async function checkRights({ dataDir, database }: Config, folderMode: number): Promise<Found[]> {
  const found: Found[] = [];
  if ((folderMode & OTHERS) !== 0) {
    const advice = say(
      'The server closes it at its next start where it may. Otherwise chmod 700 {path}, and keep other folders elsewhere',
      { path: dataDir },
    );
    found.push(warning(say('{path} is open to others than its owner', { path: dataDir }), advice));
  }
  if (database.url !== undefined) return found;
  for (const path of ['lectern.db', 'lectern.db-wal'].map((name) => join(dataDir, name))) {
    const state = await inspectPath(path);
    if (state === undefined || (state.mode & OTHERS) === 0) continue;
    const advice = say(
      'It holds everything that users do: chmod 600 {path}. The server does so at its next start where it may',
      { path },
    );
    found.push(warning(say('{path} can be read by others than its owner', { path }), advice));
  }
  return found;
}

/** Checks the folder with all data of the server. */
export async function checkDataFolder(config: Config): Promise<Found[]> {
  const { dataDir, database } = config;
  const state = await inspectPath(dataDir);
  if (state === undefined) return checkAbsent(dataDir);
  if (!state.isFolder) return [problem(say('{path} is no folder', { path: dataDir }), say('Set data_dir to a folder'))];
  const found: Found[] = [];
  if (!state.isWritable)
    found.push(
      problem(
        say('{path} cannot be written', { path: dataDir }),
        say('Give the user that runs the server the right to write it'),
      ),
    );
  if (database.url === undefined && (await isRemoteFolder(dataDir))) {
    const advice = say(
      'SQLite can be damaged there: move data_dir to a disk of this machine, or use PostgreSQL (database.url)',
    );
    found.push(warning(say('{path} is on another machine', { path: dataDir }), advice));
  }
  found.push(...(await checkRights(config, state.mode)), ...(await checkSpace(config)), ...(await checkSecret(config)));
  return found.some((one) => one.state !== 'ok') ? found : [ok(`${dataDir} can be written`), ...found];
}
