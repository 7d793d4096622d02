import type { TemplateContext } from '../templates/context.ts';
import { tryRender } from '../templates/render-template.ts';

/** The template context of a book; undefined for an unknown book. */
export type BookContexts = (bookId: string) => TemplateContext | undefined;

/** Longest title in characters. */
const MAX_TITLE = 1_000;

/** Renders a title template in one line; undefined for an empty title or an exceeded limit. */
export function renderTitle(template: string, context: TemplateContext): string | undefined {
  const text = tryRender(template, context)?.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE) ?? '';
  return text === '' ? undefined : text;
}
