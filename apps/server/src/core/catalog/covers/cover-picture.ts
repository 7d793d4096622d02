import { FormatError } from '@lectern/formats';
import type { FileAnswer } from '#core/file-answer.ts';
import type { Database } from '#db/open.ts';
import type { Covers, CoverVariant } from '#images/covers.ts';
import type { BookAnalyzer } from '../pages/book-analyzer.ts';

/** What serving covers takes. */
export interface CoverContext {
  readonly db: Database;
  readonly covers: Covers;
  readonly analyzer: BookAnalyzer;
}

/** A requested cover variant. */
export interface CoverRequest extends CoverVariant {
  /** Version in the URL. When it is the current one, the response is immutable. */
  readonly v?: string | undefined;
}

/** Increment when placeholders are drawn differently. */
const PLACEHOLDER_VERSION = '1';

/** A picture by content key; a null key asks for the placeholder. */
interface WantedPicture {
  readonly key: string | null;
  /** Id of the owner; seeds the placeholder. */
  readonly seed: string;
}

/** Redraws a cover from the uploaded original. Returns false when that is lost or damaged too. */
async function restore({ covers }: CoverContext, key: string): Promise<boolean> {
  try {
    return await covers.restore(key, 'viewer');
  } catch (error) {
    if (error instanceof FormatError) return false;
    throw error;
  }
}

/** Answers with a cover whose viewer was already checked, or with its placeholder. */
export function getPicture(ctx: CoverContext, { key, seed }: WantedPicture, request: CoverRequest): FileAnswer {
  const variant = ctx.covers.describe(request);
  const contentType = request.format === 'jpeg' ? 'image/jpeg' : 'image/webp';
  const drawPlaceholder = async () => ({ body: (await ctx.covers.placeholder(seed, request)).bytes });
  if (key === null) {
    const etag = `none-${PLACEHOLDER_VERSION}-${seed}-${variant}`;
    return { kind: 'file', contentType, etag, open: drawPlaceholder };
  }
  const find = async () => {
    const cover = await ctx.covers.find(key, request);
    if (cover !== undefined) return cover;
    return (await restore(ctx, key)) ? ctx.covers.find(key, request) : undefined;
  };
  return {
    kind: 'file',
    contentType,
    etag: `${key}-${variant}`,
    immutable: request.v === key,
    open: async () => {
      const cover = await find();
      return cover === undefined ? { ...(await drawPlaceholder()), isStandIn: true } : { body: cover.bytes };
    },
  };
}
