/** An element with its local name: no prefix, case kept. */
export interface XmlElement {
  readonly name: string;
  /** By local name; `type` wins over `epub:type`. */
  readonly attributes: ReadonlyMap<string, string>;
  readonly children: readonly (XmlElement | string)[];
}

/** The child elements, all or of one local name. */
export function childElements(parent: XmlElement, name?: string): readonly XmlElement[] {
  return parent.children.filter(
    (child): child is XmlElement => typeof child !== 'string' && (name === undefined || child.name === name),
  );
}

/** The first child of this local name. */
export function findChild(parent: XmlElement, name: string): XmlElement | undefined {
  for (const child of parent.children) if (typeof child !== 'string' && child.name === name) return child;
  return undefined;
}

/** The element and its descendants in document order. */
export function* walkElements(root: XmlElement): Generator<XmlElement> {
  const waiting: XmlElement[] = [root];
  for (let element = waiting.pop(); element !== undefined; element = waiting.pop()) {
    yield element;
    for (let index = element.children.length - 1; index >= 0; index -= 1) {
      const child = element.children[index];
      if (child !== undefined && typeof child !== 'string') waiting.push(child);
    }
  }
}

/** All text below the element, as written. */
export function readElementRawText(element: XmlElement): string {
  const parts: string[] = [];
  const waiting: (XmlElement | string)[] = [element];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') parts.push(node);
    else for (let index = node.children.length - 1; index >= 0; index -= 1) waiting.push(node.children[index] ?? '');
  }
  return parts.join('');
}

/** All text below the element, white space folded and trimmed. */
export function readElementText(element: XmlElement): string {
  return readElementRawText(element).replace(/\s+/g, ' ').trim();
}

/** Trimmed value; undefined when absent or empty. */
export function findAttribute(element: XmlElement, name: string): string | undefined {
  const value = element.attributes.get(name)?.trim();
  return value === '' ? undefined : value;
}

/** The words of an attribute such as `properties` or `class`. */
export function readAttributeWords(element: XmlElement, name: string): readonly string[] {
  return findAttribute(element, name)?.split(/\s+/) ?? [];
}
