import { type ContainerEntry } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { FIRST_HEAD_BYTES, type ImageProbe, probeImage } from '../image/probe.ts';
import { type EpubDocuments } from './documents.ts';
import { type PackageItem } from './package-document.ts';

/** Type and size of a picture by content; null sizes mean a damaged header. */
export interface MeasuredPicture {
  readonly mediaType: string;
  readonly width: number | null;
  readonly height: number | null;
  /** EXIF orientation, 2 to 8; absent means upright. */
  readonly orientation?: number;
}

/** Attempts for one size, each with more bytes. */
const MOST_LOOKS = 4;

/** Measures pictures by their first bytes in one pass; files that are no pictures are left out. */
export async function measurePictures(
  documents: EpubDocuments,
  items: Iterable<PackageItem>,
): Promise<ReadonlyMap<PackageItem, MeasuredPicture>> {
  const byEntry = new Map<ContainerEntry, PackageItem>();
  for (const item of items) byEntry.set(item.entry, item);
  const probes = new Map<ContainerEntry, ImageProbe>();
  await documents.container.readHeads([...byEntry.keys()], FIRST_HEAD_BYTES, (entry, head) => {
    if (Buffer.isBuffer(head)) probes.set(entry, probeImage(head, entry.length));
    else documents.report(head.code, head.message);
  });
  const measured = new Map<PackageItem, MeasuredPicture>();
  for (const [entry, item] of byEntry) {
    const picture = toMeasured(await lookFurther(documents, entry, probes.get(entry)));
    if (picture !== undefined) measured.set(item, picture);
    else documents.report('image.unknown', `"${item.path}" is no picture`);
  }
  return measured;
}

async function lookFurther(
  documents: EpubDocuments,
  entry: ContainerEntry,
  first: ImageProbe | undefined,
): Promise<ImageProbe | undefined> {
  let probe = first;
  for (let look = 1; look < MOST_LOOKS && probe?.status === 'more'; look += 1) {
    try {
      probe = probeImage(await documents.container.readHead(entry, probe.bytes), entry.length);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      documents.report(error.code, error.message);
      return undefined;
    }
  }
  return probe;
}

function toMeasured(probe: ImageProbe | undefined): MeasuredPicture | undefined {
  if (probe === undefined || probe.status === 'unknown' || probe.status === 'more') return undefined;
  const { mediaType } = probe;
  if (probe.status === 'unmeasured') return { mediaType, width: null, height: null };
  const { width, height, orientation } = probe;
  return { mediaType, width, height, ...(orientation === 1 ? {} : { orientation }) };
}
