import type { ReadProgress } from '@lectern/contract';
import type { ReaderProps } from '../reader-props.ts';

interface EpubReaderProps extends ReaderProps {
  readonly progress: ReadProgress | undefined;
}

export function EpubReader({ book }: EpubReaderProps) {
  return <main id="main">{book.title}</main>;
}
