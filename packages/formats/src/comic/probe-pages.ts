import { type Container, type ContainerEntry } from '../container.ts';
import { FormatError } from '../format-error.ts';
import { FIRST_HEAD_BYTES, type ImageProbe, probeImage } from '../image/probe.ts';
import { type Limits } from '../limits.ts';
import { type FormatProblem, type PageRecord } from '../reading.ts';

/** A page with the entry it comes from. */
export interface ProbedPage {
  readonly entry: ContainerEntry;
  readonly record: PageRecord;
}

/** A head is asked for again at most so often: each time it is longer. */
const MAX_ROUNDS = 12;

/**
 * Looks at the first bytes of every page.
 * @returns the pages in the order given, and a problem for each that cannot be shown
 */
export async function probePages(
  container: Container,
  entries: readonly ContainerEntry[],
  limits: Limits,
): Promise<{ readonly pages: readonly ProbedPage[]; readonly problems: readonly FormatProblem[] }> {
  const probes = new Map<ContainerEntry, ImageProbe | FormatProblem>();
  await container.readHeads(entries, FIRST_HEAD_BYTES, (entry, head) => {
    probes.set(entry, Buffer.isBuffer(head) ? probeImage(head, entry.length) : head);
  });
  const pages: ProbedPage[] = [];
  const problems: FormatProblem[] = [];
  for (const entry of entries) {
    const probe = await finishProbe(container, entry, probes.get(entry) ?? { status: 'unknown' });
    pages.push({ entry, record: toRecord(entry, probe) });
    const problem = findProblem(entry, probe, limits);
    if (problem !== undefined) problems.push(problem);
  }
  return { pages, problems };
}

async function finishProbe(
  container: Container,
  entry: ContainerEntry,
  first: ImageProbe | FormatProblem,
): Promise<ImageProbe | FormatProblem> {
  let probe = first;
  for (let round = 0; round < MAX_ROUNDS && 'status' in probe && probe.status === 'more'; round++) {
    try {
      probe = probeImage(await container.readHead(entry, probe.bytes), entry.length);
    } catch (error) {
      if (!(error instanceof FormatError)) throw error;
      probe = { code: error.code, message: error.message };
    }
  }
  return probe;
}

function toRecord(entry: ContainerEntry, probe: ImageProbe | FormatProblem): PageRecord {
  const measured = 'status' in probe && probe.status === 'measured' ? probe : undefined;
  return {
    name: entry.name,
    mediaType: 'mediaType' in probe ? probe.mediaType : 'application/octet-stream',
    width: measured?.width ?? null,
    height: measured?.height ?? null,
    ...(measured === undefined || measured.orientation === 1 ? {} : { orientation: measured.orientation }),
    byteLength: entry.length,
    source: entry.source,
  };
}

function findProblem(
  entry: ContainerEntry,
  probe: ImageProbe | FormatProblem,
  limits: Limits,
): FormatProblem | undefined {
  if (!('status' in probe)) return probe;
  const page = `Page "${entry.name}"`;
  if (probe.status === 'unknown') return { code: 'image.unknown', message: `${page} is no picture of a known type` };
  if (probe.status !== 'measured') {
    return { code: 'image.truncated', message: `${page} has a damaged header: its size is unknown` };
  }
  if (probe.width * probe.height <= limits.pixels) return undefined;
  return { code: 'image.too-large', message: `${page} has too many pixels: ${probe.width} by ${probe.height}` };
}
