import type { Reader } from '#core/catalog/reading/save-progress.ts';
import { identifyDevice } from '#core/people/devices.ts';
import type { Viewer } from '#core/viewer.ts';

interface ReadingRequest {
  readonly viewer: Viewer;
  readonly client: { readonly userAgent: string | null };
}

/** The viewer of a request, with the device that they read on. */
export function toReader({ viewer, client }: ReadingRequest): Reader {
  return { viewer, device: identifyDevice(viewer, client.userAgent) };
}
