import { type Container, type ContainerEntry } from '../container.ts';
import { FIRST_HEAD_BYTES, type ImageProbe, probeImage } from '../image/probe.ts';
import { type Limits } from '../limits.ts';
import { type FormatProblem, type PageRecord } from '../reading.ts';

/** A page with its archive entry. */
export interface ProbedPage {
  readonly entry: ContainerEntry;
  readonly record: PageRecord;
}

/** Attempts for one page, each with a longer head. */
const MAX_ROUNDS = 12;
/** A solid archive unpacks all before an entry anyway: one long head avoids a second pass. */
const SOLID_HEAD_BYTES = 1024 * 1024;

type Probes = Map<ContainerEntry, ImageProbe | FormatProblem>;

/**
 * Probes the first bytes of every page.
 * @returns the pages in the given order, and a problem for each unreadable one
 */
export async function probePages(
  container: Container,
  entries: readonly ContainerEntry[],
  limits: Limits,
): Promise<{ readonly pages: readonly ProbedPage[]; readonly problems: readonly FormatProblem[] }> {
  const probes: Probes = new Map();
  const solid = entries.filter(isSolid);
  const single = entries.filter((entry) => !isSolid(entry));
  await readHeads(container, { entries: single, bytes: FIRST_HEAD_BYTES }, probes);
  await probeSolid(container, solid, probes);
  const pages: ProbedPage[] = [];
  const problems: FormatProblem[] = [];
  for (const entry of entries) {
    const first = probes.get(entry) ?? { status: 'unknown' };
    const probe = isSolid(entry) ? first : await finishProbe(container, entry, first);
    pages.push({ entry, record: toRecord(entry, probe) });
    const problem = findProblem(entry, probe, limits);
    if (problem !== undefined) problems.push(problem);
  }
  return { pages, problems };
}

function isSolid({ source }: ContainerEntry): boolean {
  return (source.kind === 'rar' || source.kind === 'sevenzip') && source.solid;
}

async function readHeads(
  container: Container,
  { entries, bytes }: { readonly entries: readonly ContainerEntry[]; readonly bytes: number },
  probes: Probes,
): Promise<void> {
  await container.readHeads(entries, bytes, (entry, head) => {
    probes.set(entry, Buffer.isBuffer(head) ? probeImage(head, entry.length) : head);
  });
}

/** Reads all heads of a solid archive in one pass, and those that need more bytes in another. */
async function probeSolid(container: Container, entries: readonly ContainerEntry[], probes: Probes): Promise<void> {
  let left = entries;
  let bytes = SOLID_HEAD_BYTES;
  for (let round = 0; round < MAX_ROUNDS && left.length > 0; round += 1) {
    await readHeads(container, { entries: left, bytes }, probes);
    left = left.filter((entry) => {
      const probe = probes.get(entry);
      if (probe === undefined || !('status' in probe) || probe.status !== 'more') return false;
      bytes = Math.max(bytes, probe.bytes);
      return true;
    });
  }
}

async function finishProbe(
  container: Container,
  entry: ContainerEntry,
  first: ImageProbe | FormatProblem,
): Promise<ImageProbe | FormatProblem> {
  const found: Probes = new Map();
  let probe = first;
  for (let round = 0; round < MAX_ROUNDS && 'status' in probe && probe.status === 'more'; round++) {
    await readHeads(container, { entries: [entry], bytes: probe.bytes }, found);
    probe = found.get(entry) ?? { status: 'unknown' };
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
