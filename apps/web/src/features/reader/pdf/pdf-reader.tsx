import { PageBookReader } from '../comic/comic-reader.tsx';
import { drawnPages } from '../comic/page-source.ts';
import type { PageBook } from '../comic/use-comic.ts';

/** Reads a PDF rendered by the server; zooming in requests sharper pages. */
export function PdfReader(props: Omit<PageBook, 'createSource'>) {
  return <PageBookReader {...props} createSource={drawnPages} />;
}
