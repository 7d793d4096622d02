import { LANGUAGE_TAGS } from '@lectern/contract';
import type { ExtractorType, LinguiConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-json';
import ts from 'typescript';

const MARKERS = new Set(['say', 'mark', 'storeMessage']);

/** Finds the messages of `say('…')`, `mark('…')` and `storeMessage('…')`, whose first argument is a literal. */
const sayExtractor: ExtractorType = {
  match: (filename) => filename.endsWith('.ts') && !filename.endsWith('.test.ts'),
  extract: (filename, code, onMessageExtracted) => {
    // Others have functions of these names too.
    if (!/from '(?:#words|[.])\/(?:say|stored-message)[.]ts'/.test(code)) return;
    const file = ts.createSourceFile(filename, code, ts.ScriptTarget.Latest, true);
    const visit = (node: ts.Node): void => {
      ts.forEachChild(node, visit);
      if (!ts.isCallExpression(node) || !MARKERS.has(node.expression.getText())) return;
      const [message] = node.arguments;
      if (message === undefined || !ts.isStringLiteralLike(message)) return;
      const { line } = file.getLineAndCharacterOfPosition(node.getStart());
      onMessageExtracted({ id: message.text, message: message.text, origin: [filename, line + 1] });
    };
    visit(file);
  },
};

const config: LinguiConfig = {
  sourceLocale: 'en',
  locales: [...LANGUAGE_TAGS],
  catalogs: [{ path: '<rootDir>/locales/{locale}', include: ['<rootDir>/src'] }],
  format: formatter({ style: 'minimal' }),
  extractors: [sayExtractor],
};

export { config as default };
