import { PageBookReader } from '../comic/comic-reader.tsx';
import { drawnPages } from '../comic/page-source.ts';
import type { PageBook } from '../comic/use-comic.ts';

/** Reads a PDF by pages that the server draws, sharper ones as the reader zooms in. */
export function PdfReader(props: Omit<PageBook, 'sourceOf'>) {
  return <PageBookReader {...props} sourceOf={drawnPages} />;
}
