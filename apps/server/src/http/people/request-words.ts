import type { I18n } from '@lingui/core';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Context } from '#context/context.ts';
import { type Origin, runFrom } from '#core/audit/origin.ts';
import { shownAddress } from '#core/people/client-address.ts';
import { describeDevice } from '#core/people/describe-device.ts';
import { findLanguagePreference } from '#core/people/find-language.ts';
import { chooseLanguage, matchLanguage } from '#words/choose-language.ts';
import { ENGLISH, runWithWords } from '#words/say.ts';
import { findWords, loadWords } from '#words/speak.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The words of the language that the client asks for; null before the first hook. */
    words: I18n | null;
  }
}

/** Gives each request the words of its `Accept-Language`, else English. */
export function chooseWords(app: FastifyInstance): void {
  app.decorateRequest('words', null);
  app.addHook('onRequest', (request, _reply, done) => {
    const language = chooseLanguage(request.headers['accept-language']);
    request.words = findWords(language) ?? null;
    if (request.words !== null) {
      done();
      return;
    }
    void loadWords(language).then((words) => {
      request.words = words;
      done();
    });
  });
}

function readOrigin({ ip, headers }: FastifyRequest): Origin {
  const userAgent = headers['user-agent'];
  return {
    ipAddress: shownAddress(ip) ?? null,
    device: userAgent === undefined ? null : describeDevice(userAgent.slice(0, 512)),
  };
}

/** Runs work whose messages are in the language of a request, and which the audit log records as done by it. */
export function inWords<Result>(request: FastifyRequest, work: () => Result): Result {
  return runFrom(
    () => readOrigin(request),
    () => runWithWords(request.words ?? ENGLISH, work),
  );
}

/** Reader apps often ask for no language. Then the request speaks that of the viewer's preferences. */
export async function preferWords({ db }: Pick<Context, 'db'>, request: FastifyRequest): Promise<void> {
  const { viewer, headers } = request;
  if (viewer === null || matchLanguage(headers['accept-language']) !== undefined) return;
  const language = await findLanguagePreference(db.read, viewer.userId);
  if (language !== undefined) request.words = await loadWords(language);
}
