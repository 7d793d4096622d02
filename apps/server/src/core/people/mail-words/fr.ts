import type { LanguageWords } from './language-words.ts';

export const fr: LanguageWords = {
  greeting: 'Bonjour {name},',
  ending: 'Si vous n’avez rien demandé, vous pouvez ignorer ce message.',
  alarm: 'Si ce n’était pas vous, changez tout de suite votre mot de passe et prévenez un administrateur du serveur.',
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
    device: {
      subject: '{server} : nouvelle connexion à votre compte',
      lines: [
        'votre compte a été utilisé sur un nouvel appareil, depuis l’adresse {place}.',
        'Si ce n’était pas vous, choisissez maintenant un nouveau mot de passe. Cela déconnecte tous les appareils.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server} : second facteur ajouté',
      lines: ['un second facteur a été ajouté à votre compte.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server} : second facteur supprimé',
      lines: ['un second facteur de votre compte a été supprimé.'],
      action: null,
    },
    codesMade: {
      subject: '{server} : nouveaux codes de récupération',
      lines: [
        'de nouveaux codes de récupération ont été créés pour votre compte. Les précédents ne fonctionnent plus.',
      ],
      action: null,
    },
    codeUsed: {
      subject: '{server} : code de récupération utilisé',
      lines: ['un code de récupération de votre compte a été utilisé. Il ne fonctionne plus.'],
      action: null,
    },
    identityLinked: {
      subject: '{server} : fournisseur de connexion lié',
      lines: ['votre compte a été lié à un fournisseur de connexion, qui peut désormais l’ouvrir.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server} : fournisseur de connexion dissocié',
      lines: ['un fournisseur de connexion a été dissocié de votre compte.'],
      action: null,
    },
    test: {
      subject: '{server} : l’envoi d’e-mails fonctionne',
      lines: ['ceci est un essai : le serveur peut envoyer des e-mails.'],
      action: null,
    },
  },
};
