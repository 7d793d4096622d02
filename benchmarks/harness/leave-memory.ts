import { execFileSync } from 'node:child_process';
import { closeSync, fsyncSync, openSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Drops the page cache of folders, so that the next reader reads from the disk. Freshly written files are cached in
 * larger pieces and copied a third faster: compared files must get there in the same way.
 */
export function leaveMemory(...folders: readonly string[]): void {
  for (const folder of folders) {
    for (const found of readdirSync(folder, { recursive: true, withFileTypes: true })) {
      if (!found.isFile()) continue;
      const path = join(found.parentPath, found.name);
      const file = openSync(path, 'r+');
      // Unwritten data is not dropped.
      fsyncSync(file);
      closeSync(file);
      execFileSync('dd', [`if=${path}`, 'iflag=nocache', 'count=0', 'status=none']);
    }
  }
}
