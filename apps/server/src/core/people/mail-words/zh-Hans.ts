import type { LanguageWords } from './language-words.ts';

export const zhHans: LanguageWords = {
  greeting: '{name}，您好：',
  ending: '如果这不是您本人的操作，请忽略此邮件。',
  alarm: '如果不是您本人的操作，请立即更改密码，并告知服务器管理员。',
  mails: {
    verify: {
      subject: '{server}：确认您的电子邮件地址',
      lines: ['请确认这是您的地址。链接在 {hours} 小时内有效。'],
      action: '确认地址',
    },
    reset: {
      subject: '{server}：设置新密码',
      lines: ['您可以在此设置新密码。链接在 {hours} 小时内有效，且只能使用一次。'],
      action: '设置新密码',
    },
    taken: {
      subject: '{server}：您已有账户',
      lines: ['有人尝试用您的地址注册，但该地址已有账户。', '如果是您本人，请用该账户登录，或设置新密码。'],
      action: null,
    },
    device: {
      subject: '{server}：您的账户有新的登录',
      lines: [
        '您的账户在一台新设备上使用，地址为 {place}。',
        '如果不是您本人，请立即设置新密码。这会让所有设备退出登录。',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}：已添加两步验证',
      lines: ['您的账户已添加两步验证。'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}：已移除两步验证',
      lines: ['您的账户已移除两步验证。'],
      action: null,
    },
    codesMade: {
      subject: '{server}：新的恢复代码',
      lines: ['已为您的账户生成新的恢复代码。之前的代码不再有效。'],
      action: null,
    },
    codeUsed: {
      subject: '{server}：恢复代码已使用',
      lines: ['您账户的一个恢复代码已被使用，不能再次使用。'],
      action: null,
    },
    identityLinked: {
      subject: '{server}：已关联登录服务',
      lines: ['您的账户已关联一个登录服务，今后可通过它登录。'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}：已取消关联登录服务',
      lines: ['您的账户已取消关联一个登录服务。'],
      action: null,
    },
    test: {
      subject: '{server}：邮件功能正常',
      lines: ['这是一封测试邮件：服务器可以发送邮件。'],
      action: null,
    },
  },
};
