import type { LanguageWords } from './language-words.ts';

export const ja: LanguageWords = {
  greeting: '{name} さん',
  ending: 'お心当たりがない場合は、このメールを無視してください。',
  alarm: 'お心当たりがない場合は、すぐにパスワードを変更し、サーバーの管理者に連絡してください。',
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
        'ご本人の場合は、そのアカウントでログインするか、新しいパスワードを設定してください。',
      ],
      action: null,
    },
    device: {
      subject: '{server}: アカウントへの新しいログイン',
      lines: [
        'お使いのアカウントが、アドレス {place} から新しいデバイスで使用されました。',
        'お心当たりがない場合は、今すぐ新しいパスワードを設定してください。すべてのデバイスからログアウトされます。',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: 2 要素認証の追加',
      lines: ['あなたのアカウントに 2 要素認証が追加されました。'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: 2 要素認証の削除',
      lines: ['あなたのアカウントから 2 要素認証が削除されました。'],
      action: null,
    },
    codesMade: {
      subject: '{server}: 新しい回復コード',
      lines: ['あなたのアカウントの新しい回復コードが作成されました。以前のコードは使えなくなりました。'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: 回復コードの使用',
      lines: ['あなたのアカウントの回復コードが使用されました。このコードは再び使えません。'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: ログインプロバイダーとの連携',
      lines: ['あなたのアカウントがログインプロバイダーと連携されました。今後はそのプロバイダーでログインできます。'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: ログインプロバイダーとの連携解除',
      lines: ['あなたのアカウントとログインプロバイダーの連携が解除されました。'],
      action: null,
    },
    test: {
      subject: '{server}: メールは正常です',
      lines: ['これはテストです。サーバーはメールを送信できます。'],
      action: null,
    },
  },
};
