import type { LanguageWords } from './language-words.ts';

export const ptBR: LanguageWords = {
  greeting: 'Olá, {name}!',
  ending: 'Se você não pediu isso, pode ignorar este e-mail.',
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
        'sua conta foi usada em um novo dispositivo, a partir do endereço {place}.',
        'Se não foi você, escolha agora uma nova senha. Isso encerra a sessão em todos os dispositivos.',
      ],
      action: null,
    },
    test: {
      subject: '{server}: o e-mail funciona',
      lines: ['Este é um teste: o servidor consegue enviar e-mails.'],
      action: null,
    },
  },
};
