import { type CompiledMessage, compileMessageOrThrow } from '@lingui/message-utils/compileMessage';

/** Forms of a plural or select. */
interface Forms {
  readonly argument: string;
  readonly kind: string;
  readonly names: readonly string[];
}

/** What a translation must have in common with its source. */
export interface MessageParts {
  /** Arguments and tags, such as `count` or `<0>`, each once, sorted. */
  readonly placeholders: readonly string[];
  readonly forms: readonly Forms[];
}

function visit(message: CompiledMessage, found: Set<string>, forms: Forms[]): void {
  for (const part of message) {
    if (typeof part === 'string') {
      for (const [tag] of part.matchAll(/<\/?\d+\/?>/g)) found.add(tag);
      continue;
    }
    const [argument, kind, options] = part;
    found.add(argument);
    if (kind === undefined || typeof options !== 'object' || options === null) continue;
    const choices = Object.entries(options).filter(([name]) => name !== 'offset');
    forms.push({ argument, kind, names: choices.map(([name]) => name) });
    for (const [, choice] of choices)
      visit(typeof choice === 'string' ? [choice] : (choice as CompiledMessage), found, forms);
  }
}

/** @throws {Error} the text is no ICU message */
export function readMessage(text: string): MessageParts {
  const forms: Forms[] = [];
  const found = new Set<string>();
  visit(compileMessageOrThrow(text), found, forms);
  return { placeholders: [...found].toSorted(), forms };
}
