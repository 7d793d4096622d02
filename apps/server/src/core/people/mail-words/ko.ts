import type { LanguageWords } from './language-words.ts';

export const ko: LanguageWords = {
  greeting: '{name}님, 안녕하세요.',
  ending: '요청한 적이 없다면 이 메일을 무시해도 됩니다.',
  alarm: '본인이 아니라면 즉시 비밀번호를 바꾸고 서버 관리자에게 알리세요.',
  mails: {
    verify: {
      subject: '{server}: 이메일 주소 확인',
      lines: ['이 주소가 본인의 것인지 확인해 주세요. 링크는 {hours}시간 동안 유효합니다.'],
      action: '주소 확인',
    },
    reset: {
      subject: '{server}: 새 비밀번호 설정',
      lines: ['여기에서 새 비밀번호를 설정할 수 있습니다. 링크는 {hours}시간 동안 한 번만 사용할 수 있습니다.'],
      action: '새 비밀번호 설정',
    },
    taken: {
      subject: '{server}: 이미 계정이 있습니다',
      lines: [
        '누군가 이 주소로 가입하려고 했지만, 이 주소에는 이미 계정이 있습니다.',
        '본인이라면 그 계정으로 로그인하거나 새 비밀번호를 설정하세요.',
      ],
      action: null,
    },
    device: {
      subject: '{server}: 계정에 새로 로그인함',
      lines: [
        '주소 {place}에서 새 기기로 계정이 사용되었습니다.',
        '본인이 아니라면 지금 새 비밀번호를 설정하세요. 모든 기기에서 로그아웃됩니다.',
      ],
      action: null,
    },
    factorAdded: {
      subject: '{server}: 2단계 인증 추가됨',
      lines: ['계정에 2단계 인증이 추가되었습니다.'],
      action: null,
    },
    factorRemoved: {
      subject: '{server}: 2단계 인증 제거됨',
      lines: ['계정에서 2단계 인증이 제거되었습니다.'],
      action: null,
    },
    codesMade: {
      subject: '{server}: 새 복구 코드',
      lines: ['계정의 새 복구 코드가 만들어졌습니다. 이전 코드는 더 이상 쓸 수 없습니다.'],
      action: null,
    },
    codeUsed: {
      subject: '{server}: 복구 코드 사용됨',
      lines: ['계정의 복구 코드가 사용되었습니다. 이 코드는 다시 쓸 수 없습니다.'],
      action: null,
    },
    identityLinked: {
      subject: '{server}: 로그인 제공자 연결',
      lines: ['계정이 로그인 제공자에 연결되었습니다. 이제 그 제공자로 로그인할 수 있습니다.'],
      action: null,
    },
    identityUnlinked: {
      subject: '{server}: 로그인 제공자 연결 해제',
      lines: ['계정에서 로그인 제공자 연결이 해제되었습니다.'],
      action: null,
    },
    test: {
      subject: '{server}: 메일이 작동합니다',
      lines: ['테스트 메일입니다. 서버가 메일을 보낼 수 있습니다.'],
      action: null,
    },
  },
};
