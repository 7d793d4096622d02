import { useState } from 'react';
import type { ReaderProps } from '../reader-props.ts';

/** Whether the reader saves no progress by choice. */
export interface Incognito {
  readonly isIncognito: boolean;
  /** Absent behind a link, where no progress is saved anyway. */
  readonly toggle: (() => void) | undefined;
}

export function useIncognito({ book, isIncognito: isWished }: Pick<ReaderProps, 'book' | 'isIncognito'>): Incognito {
  const [isIncognito, setIncognito] = useState(isWished);
  return { isIncognito, toggle: book.shareId === undefined ? () => setIncognito(!isIncognito) : undefined };
}
