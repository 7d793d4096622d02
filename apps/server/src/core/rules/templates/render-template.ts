import mustache from 'mustache';
import { say } from '#words/say.ts';
import { findField } from './conditions.ts';
import { AppError } from '#core/errors.ts';
import type { ContextValue, TemplateContext } from './context.ts';

const MAX_TEMPLATE = 10_000;
const MAX_RENDERED = 10_000;

/** Rendered token groups: nested lists multiply, so this limits the time, the same on every machine. */
const MAX_STEPS = 20_000;
const MAX_DEPTH = 20;

function refuse(message: string): never {
  throw new AppError('BadRequest', message, { details: [{ path: 'template', message }] });
}

function isContext(value: ContextValue): value is TemplateContext {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Resolves names as dotted paths into JSON, without prototypes or calls; a missing name is looked up in the outer contexts. */
class PathContext extends mustache.Context {
  readonly #value: ContextValue;
  readonly #around: PathContext | undefined;

  constructor(value: ContextValue, around?: PathContext) {
    super(value, around);
    this.#value = value;
    this.#around = around;
  }

  override push(value: ContextValue): PathContext {
    return new PathContext(value, this);
  }

  override lookup(name: string): ContextValue | undefined {
    if (name === '.') return this.#value;
    const found = isContext(this.#value) ? findField(this.#value, name) : undefined;
    return found ?? this.#around?.lookup(name);
  }
}

type Render = Parameters<InstanceType<typeof mustache.Writer>['renderTokens']>;
type Around = InstanceType<typeof mustache.Context>;

class BoundedWriter extends mustache.Writer {
  #steps = 0;
  #depth = 0;
  #length = 0;

  override renderTokens(...args: Render): string {
    this.#steps += 1;
    this.#depth += 1;
    if (this.#steps > MAX_STEPS) refuse(say('The template repeats too much'));
    if (this.#depth > MAX_DEPTH)
      refuse(
        say('Sections of a template can be at most {max, plural, one {# level} other {# levels}} deep', {
          max: MAX_DEPTH,
        }),
      );
    const text = super.renderTokens(...args);
    this.#depth -= 1;
    return text;
  }

  override renderPartial(): string {
    return refuse(say('A template cannot use another template'));
  }

  override rawValue(token: string[]): string {
    return this.#count(super.rawValue(token));
  }

  override escapedValue(token: string[], context: Around): string {
    return this.unescapedValue(token, context);
  }

  override unescapedValue([, name = '']: string[], context: Around): string {
    return this.#count(context instanceof PathContext ? inWords(context.lookup(name)) : '');
  }

  #count(text: string): string {
    this.#length += Buffer.byteLength(text);
    if (this.#length > MAX_RENDERED)
      refuse(
        say('The result of a template can have at most {max, plural, one {# character} other {# characters}}', {
          max: MAX_RENDERED,
        }),
      );
    return text;
  }
}

/** A value as text: lists joined by commas, objects by their name, missing values empty. */
function inWords(value: ContextValue | undefined): string {
  if (value === null || value === undefined || value === false) return '';
  if (isContext(value)) {
    const name = ['name', 'title', 'source', 'id'].find((key) => Object.hasOwn(value, key));
    return name === undefined ? '' : inWords(value[name]);
  }
  if (typeof value !== 'object') return String(value);
  return value
    .map(inWords)
    .filter((word) => word !== '')
    .join(', ');
}

/** Why a text is no template; undefined for a valid one. Limits of the result show only when it is rendered. */
export function findTemplateFault(template: string): string | undefined {
  try {
    renderTemplate(template, {});
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message;
  }
}

/** Renders a template; undefined when a limit is exceeded. */
function tryRender(template: string, context: TemplateContext): string | undefined {
  try {
    return renderTemplate(template, context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/**
 * Renders a Mustache template: `{{metadata.title}}`, sections `{{#metadata.year}} ({{metadata.year}}){{/metadata.year}}` and
 * inverted ones. The result is unescaped plain text; missing values are empty.
 * @throws {AppError} `BadRequest` for an invalid template or an exceeded limit
 */
export function renderTemplate(template: string, context: TemplateContext): string {
  if (template.length > MAX_TEMPLATE)
    refuse(
      say('A template can have at most {max, plural, one {# character} other {# characters}}', { max: MAX_TEMPLATE }),
    );
  try {
    return new BoundedWriter().render(template, new PathContext(context));
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error)) throw error;
    // The library reports syntax errors as plain errors.
    return refuse(say('The template cannot be read: {reason}', { reason: error.message }));
  }
}

/** Longest title in characters. */
const MAX_TITLE = 1_000;

/** Renders a title template in one line; undefined for an empty title or an exceeded limit. */
export function renderTitle(template: string, context: TemplateContext): string | undefined {
  const text = tryRender(template, context)?.replace(/\s+/g, ' ').trim().slice(0, MAX_TITLE) ?? '';
  return text === '' ? undefined : text;
}
