import { t } from '@lingui/core/macro';
import type { BookErrorType } from '@lectern/contract';

/** A file error for people: its meaning and a remedy. */
export interface FaultWords {
  readonly title: string;
  readonly advice: string;
}

export const FAULTS: Readonly<Record<BookErrorType, FaultWords>> = {
  format_detection: {
    title: t`Not a book file`,
    advice: t`The content does not match any format that Lectern reads. The file may be misnamed or incomplete.`,
  },
  parser: {
    title: t`Damaged file`,
    advice: t`The file is cut short, damaged or locked with a password. Copy it again from its source.`,
  },
  metadata: { title: t`Damaged metadata`, advice: t`The metadata inside the file cannot be read.` },
  thumbnail: { title: t`No cover`, advice: t`The cover could not be created. The pages may still be readable.` },
  page_extraction: { title: t`Unreadable pages`, advice: t`Some pages inside the file are damaged.` },
  pdf_rendering: {
    title: t`PDF cannot be shown`,
    advice: t`The PDF is damaged or uses a feature that is not supported.`,
  },
  zero_pages: { title: t`No pages inside`, advice: t`The file opens, but holds no pictures or text to show.` },
  other: { title: t`Other problem`, advice: t`Trying again may help. The server log says more.` },
};

export const FAULT_KINDS = [
  ['format_detection', FAULTS.format_detection.title],
  ['parser', FAULTS.parser.title],
  ['zero_pages', FAULTS.zero_pages.title],
  ['page_extraction', FAULTS.page_extraction.title],
  ['pdf_rendering', FAULTS.pdf_rendering.title],
  ['metadata', FAULTS.metadata.title],
  ['thumbnail', FAULTS.thumbnail.title],
  ['other', FAULTS.other.title],
] as const satisfies readonly (readonly [BookErrorType, string])[];
