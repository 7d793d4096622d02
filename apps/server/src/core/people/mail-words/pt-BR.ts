import type { LanguageWords } from './language-words.ts';

export const ptBR: LanguageWords = {
  greeting: 'Olá, {name}!',
  ending: 'Se você não pediu isso, pode ignorar este e-mail.',
  alarm: 'Se não foi você, troque sua senha imediatamente e avise um administrador do servidor.',
  mails: {
    verify: {
      subject: '{server}: confirme seu endereço de e-mail',
      lines: ['Confirme que este endereço é seu. O link vale por {hours} horas.'],
      action: 'Confirmar endereço',
    },
    reset: {
      subject: '{server}: escolha uma nova senha',
      lines: ['Aqui você pode escolher uma nova senha. O link vale por {hours} horas e uma única vez.'],
      action: 'Escolher nova senha',
    },
    taken: {
      subject: '{server}: você já tem uma conta',
      lines: [
        'Alguém tentou se cadastrar com o seu endereço, que já tem uma conta.',
        'Se foi você, entre com essa conta ou escolha uma nova senha.',
      ],
      action: null,
    },
    device: {
      subject: '{server}: novo acesso à sua conta',
      lines: [
        'Sua conta foi usada em um novo dispositivo, a partir do endereço {place}.',
        'Se não foi você, escolha agora uma nova senha. Isso encerra a sessão em todos os dispositivos.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: segundo fator adicionado',
      lines: ['Um segundo fator foi adicionado à sua conta.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: segundo fator removido',
      lines: ['Um segundo fator foi removido da sua conta.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: novos códigos de recuperação',
      lines: ['Novos códigos de recuperação foram criados para a sua conta. Os anteriores não valem mais.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: código de recuperação usado',
      lines: ['Um código de recuperação da sua conta foi usado. Ele não pode ser usado de novo.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: provedor de login vinculado',
      lines: ['Sua conta foi vinculada a um provedor de login, que agora pode abri-la.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: provedor de login desvinculado',
      lines: ['Um provedor de login foi desvinculado da sua conta.'],
      action: null,
    },
    test: {
      subject: '{server}: o e-mail funciona',
      lines: ['Este é um teste: o servidor consegue enviar e-mails.'],
      action: null,
    },
  },
};
