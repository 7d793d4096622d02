// First process of the image. Started as root, it gives /data to PUID and PGID and goes on as they; else it changes nothing.
import { chownSync, statSync } from 'node:fs';
import { handOver } from './scripts/bootstrap/hand-over.mjs';
import { MAIN, SERVER_FLAGS, serverEnvironment } from './scripts/bootstrap/server-process.mjs';

function readId(name) {
  const id = Number(process.env[name] ?? '1000');
  if (Number.isInteger(id) && id > 0) return id;
  throw new Error(`${name} is "${process.env[name]}", expected a number above 0`);
}

function dropRoot(folder) {
  const [user, group] = [readId('PUID'), readId('PGID')];
  const { uid, gid } = statSync(folder);
  // Only the folder itself: what lies inside was written by the server, as the user it ran as.
  if (uid !== user || gid !== group) chownSync(folder, user, group);
  process.setgroups([]);
  process.setgid(group);
  process.setuid(user);
}

try {
  if (process.getuid() === 0) dropRoot(process.env.LECTERN_DATA_DIR ?? '/data');
  handOver(process.execPath, [...SERVER_FLAGS, MAIN, ...process.argv.slice(2)], serverEnvironment(process.env));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
