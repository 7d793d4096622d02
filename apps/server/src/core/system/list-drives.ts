import { homedir } from 'node:os';
import { basename } from 'node:path';
import type { Drive } from '@lectern/contract';
import type { z } from 'zod';
import { isListableFolder } from '#files/walk/list-folders.ts';
import type { BrowseContext } from './browse-folders.ts';

interface Place {
  readonly name: string;
  readonly path: string;
}

function usualPlaces(): readonly Place[] {
  if (process.platform === 'win32') {
    return Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ', (letter) => ({ name: `${letter}:`, path: `${letter}:\\` }));
  }
  return [
    { name: 'Root', path: '/' },
    { name: 'Home', path: homedir() },
    { name: 'Mounts', path: '/mnt' },
    { name: 'Media', path: '/media' },
    { name: 'Volumes', path: '/Volumes' },
  ];
}

/** Where to start looking for books: the roots that the configuration names, else drive letters on Windows or the usual roots. */
export async function listDrives({ config }: BrowseContext): Promise<z.infer<typeof Drive>[]> {
  const { roots } = config.files;
  const isWalled = roots.length > 0;
  const places = isWalled
    ? roots.map((path) => ({ name: basename(path) === '' ? path : basename(path), path }))
    : usualPlaces();
  const found = await Promise.all(places.map(async (place) => ({ place, there: await isListableFolder(place.path) })));
  // A configured root that cannot be read is shown as that; of the usual places only those that are there.
  return found
    .filter(({ there }) => there || isWalled)
    .map(({ place, there }) => ({ ...place, isDirectory: true as const, isReadable: there }));
}
