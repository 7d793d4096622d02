import { handleTestMail } from './test-mail.ts';

export const mailHandlers = { testMail: handleTestMail };
