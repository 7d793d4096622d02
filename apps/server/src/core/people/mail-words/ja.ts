import type { LanguageWords } from './language-words.ts';

export const ja: LanguageWords = {
  greeting: '{name} さん',
  ending: 'お心当たりがない場合は、このメールを無視してください。',
  mails: {
    verify: {
      subject: '{server}: メールアドレスの確認',
      lines: ['このアドレスがご自身のものであることを確認してください。リンクの有効期限は {hours} 時間です。'],
      action: 'アドレスを確認',
    },
    reset: {
      subject: '{server}: 新しいパスワードの設定',
      lines: ['こちらから新しいパスワードを設定できます。リンクは {hours} 時間以内に 1 回だけ使えます。'],
      action: '新しいパスワードを設定',
    },
    taken: {
      subject: '{server}: すでにアカウントがあります',
      lines: [
        'あなたのアドレスで登録が試みられましたが、このアドレスにはすでにアカウントがあります。',
        'ご本人の場合は、そのアカウントでサインインするか、新しいパスワードを設定してください。',
      ],
      action: null,
    },
    device: {
      subject: '{server}: アカウントへの新しいサインイン',
      lines: [
        'お使いのアカウントが、アドレス {place} から新しい端末で使用されました。',
        '心当たりがない場合は、今すぐ新しいパスワードを設定してください。すべての端末からサインアウトされます。',
      ],
      action: null,
    },
    test: {
      subject: '{server}: メールは正常です',
      lines: ['これはテストです。サーバーはメールを送信できます。'],
      action: null,
    },
  },
};
