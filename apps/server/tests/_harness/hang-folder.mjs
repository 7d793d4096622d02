// Imported before a server: a file system that hangs. While the file HUNG_SWITCH exists, a read of a file below HUNG_FOLDER
// waits in its thread of the pool, for a pipe that has no writer, as a system call on a hung disk does.
import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { isMainThread } from 'node:worker_threads';

const { HUNG_FOLDER: folder, HUNG_PIPE: pipe, HUNG_SWITCH: hungWhen } = process.env;

if (isMainThread) {
  const isHung = (path) => typeof path === 'string' && path.startsWith(folder) && fs.existsSync(hungWhen);
  const { open } = fs;
  fs.open = (path, flags, ...rest) =>
    isHung(path) ? open(pipe, fs.constants.O_RDONLY, ...rest) : open(path, flags, ...rest);
  const { stat, realpath, access, opendir } = fs.promises;
  const hang = async () => fs.promises.open(pipe, 'r');
  for (const [name, call] of Object.entries({ stat, realpath, access, opendir })) {
    fs.promises[name] = async (path, ...rest) => {
      if (isHung(path)) await hang();
      return call(path, ...rest);
    };
  }
  syncBuiltinESMExports();
}
