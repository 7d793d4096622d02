import type { ReadProgress } from '@lectern/contract';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReaderNotice } from '../reader-notice.tsx';
import type { ReaderProps } from '../reader-props.ts';
import { placeAtPosition, placeOfLocator, type TextPlace } from './locate.ts';
import type { Publication } from './publication.ts';
import { publicationQuery } from './queries.ts';
import { TextReader } from './text-reader.tsx';

interface EpubReaderProps extends ReaderProps {
  /** Where the reader left off; undefined to begin at `startPage`, which counts positions here. */
  readonly progress: ReadProgress | undefined;
}

function startOf(publication: Publication, { progress, startPage }: EpubReaderProps): TextPlace {
  const left = progress === undefined || progress.completed ? undefined : placeOfLocator(publication, progress.locator);
  return left ?? placeAtPosition(publication, startPage);
}

/** Reads a book of flowing text, chapter by chapter. */
export function EpubReader(props: EpubReaderProps) {
  const { data, error, refetch } = useQuery(publicationQuery(props.book.id));
  if (error !== null) return <ReaderNotice problem={error} onClose={props.onClose} onRetry={() => void refetch()} />;
  if (data === undefined) return <ReaderNotice onClose={props.onClose} />;
  if (data.chapters.length === 0) return <ReaderNotice book={props.book} onClose={props.onClose} />;
  return <Opened {...props} publication={data} />;
}

function Opened({ publication, ...props }: EpubReaderProps & { readonly publication: Publication }) {
  const [start] = useState(() => startOf(publication, props));
  return <TextReader {...props} publication={publication} start={start} />;
}
