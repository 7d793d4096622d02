import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ReaderNotice } from '../reader-notice.tsx';
import type { ReaderProps } from '../reader-props.ts';
import { placeAtPosition, parsePlace, type TextPlace } from './locate.ts';
import type { Publication } from './publication.ts';
import { publicationQuery } from './queries.ts';
import { TextReader } from './text-reader.tsx';

function findStart(publication: Publication, { progress, startPage }: ReaderProps): TextPlace {
  const left = progress === undefined ? undefined : parsePlace(publication, progress.locator);
  return left ?? placeAtPosition(publication, startPage);
}

/** Reads a book of flowing text. */
export function EpubReader(props: ReaderProps) {
  const { data, error, isLoadingError, refetch } = useQuery(publicationQuery(props.book));
  if (isLoadingError) return <ReaderNotice problem={error} onClose={props.onClose} onRetry={() => void refetch()} />;
  if (data === undefined) return <ReaderNotice onClose={props.onClose} />;
  if (data.chapters.length === 0) return <ReaderNotice book={props.book} onClose={props.onClose} />;
  return <Opened {...props} publication={data} />;
}

function Opened({ publication, ...props }: ReaderProps & { readonly publication: Publication }) {
  const [start] = useState(() => findStart(publication, props));
  return <TextReader {...props} publication={publication} start={start} />;
}
