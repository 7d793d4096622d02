import type { LanguageWords } from './language-words.ts';

export const en: LanguageWords = {
  greeting: 'Hello {name},',
  ending: 'If you did not ask for this, you can ignore this mail.',
  alarm: 'If this was not you, change your password at once, and tell an admin of the server.',
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
    factorAdded: {
      subject: '{server}: second factor added',
      lines: ['a second factor was added to your account.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: second factor removed',
      lines: ['a second factor was removed from your account.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: new recovery codes',
      lines: ['new recovery codes were made for your account. The earlier ones no longer work.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: recovery code used',
      lines: ['a recovery code of your account was used. It does not work again.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: sign-in provider linked',
      lines: ['your account was linked to a sign-in provider, which can open it from now on.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: sign-in provider unlinked',
      lines: ['a sign-in provider was unlinked from your account.'],
      action: null,
    },
    test: {
      subject: '{server}: mail works',
      lines: ['this is a test: the server can send mail.'],
      action: null,
    },
  },
};
