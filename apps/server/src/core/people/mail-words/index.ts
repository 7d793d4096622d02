/** Kinds of mails. */
export type MailPurpose = 'verify' | 'reset' | 'taken' | 'test';

interface MailWords {
  readonly subject: string;
  readonly lines: readonly string[];
  /** Text of the link; null for mails without link. */
  readonly action: string | null;
}

interface LanguageWords {
  readonly greeting: string;
  readonly ending: string;
  readonly mails: Readonly<Record<MailPurpose, MailWords>>;
}

/** Texts of mails. `{server}` and `{name}` are the names of server and user, `{hours}` is the lifetime of the link. */
export const MAIL_WORDS = {
  en: {
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
      test: {
        subject: '{server}: mail works',
        lines: ['this is a test: the server can send mail.'],
        action: null,
      },
    },
  },
  de: {
    greeting: 'Hallo {name},',
    ending: 'Wenn Sie das nicht angefordert haben, können Sie diese E-Mail ignorieren.',
    mails: {
      verify: {
        subject: '{server}: Bestätigen Sie Ihre E-Mail-Adresse',
        lines: ['bitte bestätigen Sie, dass dies Ihre Adresse ist. Der Link gilt {hours} Stunden.'],
        action: 'Adresse bestätigen',
      },
      reset: {
        subject: '{server}: Neues Passwort wählen',
        lines: ['hier können Sie ein neues Passwort wählen. Der Link gilt {hours} Stunden und nur einmal.'],
        action: 'Neues Passwort wählen',
      },
      taken: {
        subject: '{server}: Sie haben schon ein Konto',
        lines: [
          'jemand wollte sich mit Ihrer Adresse registrieren, für die es schon ein Konto gibt.',
          'Wenn Sie das waren, melden Sie sich damit an, oder wählen Sie ein neues Passwort.',
        ],
        action: null,
      },
      test: {
        subject: '{server}: E-Mail funktioniert',
        lines: ['dies ist ein Test: Der Server kann E-Mails senden.'],
        action: null,
      },
    },
  },
  fr: {
    greeting: 'Bonjour {name},',
    ending: 'Si vous n’avez rien demandé, vous pouvez ignorer ce message.',
    mails: {
      verify: {
        subject: '{server} : confirmez votre adresse e-mail',
        lines: ['merci de confirmer que cette adresse est la vôtre. Le lien est valable {hours} heures.'],
        action: 'Confirmer l’adresse',
      },
      reset: {
        subject: '{server} : choisissez un nouveau mot de passe',
        lines: ['vous pouvez choisir ici un nouveau mot de passe. Le lien est valable {hours} heures, une seule fois.'],
        action: 'Choisir un nouveau mot de passe',
      },
      taken: {
        subject: '{server} : vous avez déjà un compte',
        lines: [
          'quelqu’un a voulu s’inscrire avec votre adresse, pour laquelle un compte existe déjà.',
          'Si c’était vous, connectez-vous avec ce compte ou choisissez un nouveau mot de passe.',
        ],
        action: null,
      },
      test: {
        subject: '{server} : l’envoi d’e-mails fonctionne',
        lines: ['ceci est un essai : le serveur peut envoyer des e-mails.'],
        action: null,
      },
    },
  },
} as const satisfies Readonly<Record<string, LanguageWords>>;

export type MailLanguage = keyof typeof MAIL_WORDS;
