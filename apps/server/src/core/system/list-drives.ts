import { homedir } from 'node:os';
import type { Drive } from '@lectern/contract';
import type { z } from 'zod';
import { isListableFolder } from '#files/list-folders.ts';

/** Where to start looking for books on this machine: drive letters on Windows, else the usual roots. */
export async function listDrives(): Promise<z.infer<typeof Drive>[]> {
  const places =
    process.platform === 'win32'
      ? Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => ({ name: `${letter}:`, path: `${letter}:\\` }))
      : [
          { name: 'Root', path: '/' },
          { name: 'Home', path: homedir() },
          { name: 'Mounts', path: '/mnt' },
          { name: 'Media', path: '/media' },
          { name: 'Volumes', path: '/Volumes' },
        ];
  const found = await Promise.all(places.map(async (place) => ({ place, there: await isListableFolder(place.path) })));
  return found.filter(({ there }) => there).map(({ place }) => place);
}
