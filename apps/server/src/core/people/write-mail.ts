/** What a mail is for. */
type MailPurpose = 'verify' | 'reset' | 'taken' | 'test';

interface MailWords {
  readonly subject: string;
  readonly lines: readonly string[];
  /** What the link is called; mails without one have none. */
  readonly action: string | null;
}

interface LanguageWords {
  readonly greeting: string;
  readonly ending: string;
  readonly mails: Readonly<Record<MailPurpose, MailWords>>;
}

/** `{server}` is the name of the server, `{name}` of the person, `{hours}` how long the link is good for. */
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
          'somebody tried to register with your address, for which there is an account already.',
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

/** What a mail says. */
interface MailContent {
  readonly purpose: MailPurpose;
  readonly language: MailLanguage;
  /** The person's name. */
  readonly name: string;
  /** The server's name. */
  readonly server: string;
  readonly link?: { readonly url: string; readonly hours: number };
}

/** A mail as plain text and as HTML. */
interface WrittenMail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

const STYLE = 'font-family:sans-serif;font-size:16px;line-height:1.5;color:#1a1a1a;max-width:36em';
const BUTTON = 'display:inline-block;padding:.6em 1.2em;background:#1f4e79;color:#ffffff;border-radius:.3em';

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${String(sign.charCodeAt(0))};`);
}

/** The first of the languages that a browser asks for in which mails are written, else English. */
export function chooseLanguage(wanted: string | undefined): MailLanguage {
  const asked = (wanted ?? '').split(',', 20).map((part) => {
    const [tag = '', quality] = part
      .trim()
      .toLowerCase()
      .split(/\s*;\s*q=/);
    return { language: tag.split('-')[0] ?? '', quality: quality === undefined ? 1 : Number(quality) };
  });
  const known = asked
    .filter(({ language, quality }) => Object.hasOwn(MAIL_WORDS, language) && quality > 0)
    .toSorted((one, other) => other.quality - one.quality);
  const [first] = known;
  return first === undefined ? 'en' : (first.language as MailLanguage);
}

/** Writes a mail. */
export function writeMail({ purpose, language, name, server, link }: MailContent): WrittenMail {
  const { greeting, ending, mails } = MAIL_WORDS[language];
  const { subject, lines, action } = mails[purpose];
  const values: Readonly<Record<string, string>> = { name, server, hours: String(link?.hours ?? '') };
  const fill = (text: string): string => text.replace(/\{(\w+)\}/g, (_, key: string) => values[key] ?? '');
  const paragraphs = [greeting, ...lines].map(fill);
  const closing = purpose === 'test' ? [] : [fill(ending)];
  const html = [
    ...paragraphs.map((line) => `<p>${escapeHtml(line)}</p>`),
    ...(link === undefined || action === null
      ? []
      : [
          `<p><a href="${escapeHtml(link.url)}" style="${BUTTON}">${escapeHtml(action)}</a></p>`,
          `<p>${escapeHtml(link.url)}</p>`,
        ]),
    ...closing.map((line) => `<p>${escapeHtml(line)}</p>`),
  ];
  return {
    subject: fill(subject),
    text: [...paragraphs, ...(link === undefined ? [] : [link.url]), ...closing].join('\n\n') + '\n',
    html: `<!doctype html><html lang="${language}"><meta charset="utf-8"><body style="${STYLE}">${html.join('\n')}</body></html>`,
  };
}
