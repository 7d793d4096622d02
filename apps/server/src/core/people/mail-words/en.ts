import type { LanguageWords } from './language-words.ts';

export const en: LanguageWords = {
  greeting: 'Hello {name},',
  ending: 'If you did not ask for this, you can ignore this mail.',
  mails: {
    verify: {
      subject: '{server}: confirm your e-mail address',
      lines: ['please confirm that this is your address. The link is good for {hours} hours.'],
      action: 'Confirm address',
    },
    reset: {
      subject: '{server}: choose a new password',
      lines: ['here you can choose a new password. The link is good for {hours} hours, once.'],
      action: 'Choose a new password',
    },
    taken: {
      subject: '{server}: you have an account already',
      lines: [
        'a visitor tried to register with your address, which already has an account.',
        'If that was you, sign in with it, or choose a new password.',
      ],
      action: null,
    },
    device: {
      subject: '{server}: new sign-in to your account',
      lines: [
        'your account was used on a new device, from the address {place}.',
        'If that was not you, choose a new password now. That signs out every device.',
      ],
      action: null,
    },
    test: {
      subject: '{server}: mail works',
      lines: ['this is a test: the server can send mail.'],
      action: null,
    },
  },
};
