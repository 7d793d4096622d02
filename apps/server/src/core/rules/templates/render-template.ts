import mustache from 'mustache';
import { findField } from './conditions.ts';
import { AppError } from '#core/errors.ts';
import type { ContextValue, TemplateContext } from './context.ts';

/** Characters of a template, and bytes of what it makes. */
const MAX_TEMPLATE = 10_000;
const MAX_RENDERED = 10_000;

/** Groups of tokens that are rendered: lists in lists multiply, so this is the limit of time, the same on every machine. */
const MAX_STEPS = 20_000;
/** Sections in sections. */
const MAX_DEPTH = 20;

function refuse(message: string): never {
  throw new AppError('BadRequest', `Invalid template: ${message}`, { details: [{ path: 'template', message }] });
}

function isContext(value: ContextValue): value is TemplateContext {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Looks names up as dotted paths into JSON, and nowhere else: no prototype is asked, and nothing is called. What is missing is
 * looked for in what is around.
 */
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

/** Renders within limits, and takes no partials. */
class BoundedWriter extends mustache.Writer {
  #steps = 0;
  #depth = 0;
  #length = 0;

  override renderTokens(...args: Render): string {
    this.#steps += 1;
    this.#depth += 1;
    if (this.#steps > MAX_STEPS) refuse('it goes through too much');
    if (this.#depth > MAX_DEPTH) refuse(`sections lie more than ${MAX_DEPTH} deep`);
    const text = super.renderTokens(...args);
    this.#depth -= 1;
    return text;
  }

  override renderPartial(): string {
    return refuse('it asks for another template, which is not possible');
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
    if (this.#length > MAX_RENDERED) refuse(`it makes more than ${MAX_RENDERED} bytes`);
    return text;
  }
}

/** Values as they stand in text: lists separated by commas, people and the like by their name, nothing for what is missing. */
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

/** Why a text is no template, or undefined when it is one; what it makes shows only when it is filled. */
export function findTemplateFault(template: string): string | undefined {
  try {
    renderTemplate(template, {});
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return error.message.replace(/^Invalid template: /, 'is no template: ');
  }
}

/** What a template makes, or undefined when it cannot be filled within the limits. */
export function tryRender(template: string, context: TemplateContext): string | undefined {
  try {
    return renderTemplate(template, context);
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    return undefined;
  }
}

/**
 * Fills a template in the language of Mustache: `{{metadata.title}}`, sections `{{#metadata.year}} ({{metadata.year}}){{/metadata.year}}`
 * and their opposites. What comes out is plain text, nothing is escaped; missing values are empty.
 * @throws {AppError} `BadRequest` for a template that cannot be read, or goes beyond a limit
 */
export function renderTemplate(template: string, context: TemplateContext): string {
  if (template.length > MAX_TEMPLATE) refuse(`it has more than ${MAX_TEMPLATE} characters`);
  try {
    return new BoundedWriter().render(template, new PathContext(context));
  } catch (error) {
    if (error instanceof AppError || !(error instanceof Error)) throw error;
    // The library tells what it cannot read by a plain error.
    return refuse(error.message);
  }
}
