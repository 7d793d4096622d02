import { later } from '../../later.ts';

export const mailHandlers = { testMail: later(async () => (await import('./test-mail.ts')).handleTestMail) };
