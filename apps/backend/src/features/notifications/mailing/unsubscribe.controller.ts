import { notificationKindNames, unsubscribePages } from '@gos/contract';
import { type Language, refuse } from '@gos/domain';
import { Controller, Header, HttpCode, Param, Req } from '@nestjs/common';
import { ApiOkResponse, ApiParam, ApiTags } from '@nestjs/swagger';
import type { FastifyRequest } from 'fastify';
import { leastBody, TakesRawBody } from '../../../http/body-limits';
import { Public } from '../../../http/public-route';
import { ServesContent } from '../../../http/serves';
import { escaped } from '../../../kernel/html-text';
import { Refused } from '../../../kernel/refused';
import { InstallationSettings } from '../../../shared/installation/settings';
import { MailWishes } from '../../../shared/notification/mail-wishes';
import { People } from '../../../shared/user/people';
import { type Unsubscribed, Unsubscribing } from './unsubscribing';

const words = {
  cs: {
    ask: 'Už neposílat tyto e-maily?',
    all: 'Všechny e-maily s upozorněními',
    button: 'Už neposílat',
    done: 'Už je neposíláme.',
    back: 'Upozornění dál uvidíte u zvonku v aplikaci. E-maily zase zapnete v profilu.',
  },
  en: {
    ask: 'Send no more of these e-mails?',
    all: 'All e-mails with notifications',
    button: 'Send no more',
    done: 'We send no more of them.',
    back: 'The bell in the application still shows what you are told. Your profile turns the e-mails on again.',
  },
} as const satisfies Record<Language, unknown>;

const asPage =
  (page: Parameters<typeof ServesContent>[0], summary: string) =>
  (target: object, name: string, descriptor: PropertyDescriptor) => {
    for (const decorate of [
      ServesContent(page, summary),
      Public({ fromAnywhere: true }),
      TakesRawBody(leastBody),
      HttpCode(200),
      Header('content-type', 'text/html; charset=utf-8'),
      ApiParam({ name: 'token', type: String }),
      ApiOkResponse({ content: { 'text/html': { schema: { type: 'string' } } } }),
    ])
      decorate(target, name, descriptor);
  };

/** For the reader of a mail, who need not be signed in; the mail program posts by itself (RFC 8058). */
@ApiTags('me')
@Controller()
export class UnsubscribeController {
  constructor(
    private readonly unsubscribing: Unsubscribing,
    private readonly wishes: MailWishes,
    private readonly people: People,
    private readonly settings: InstallationSettings,
  ) {}

  @asPage(unsubscribePages.ask, 'A page that asks whether to send no more of these mails')
  ask(@Param('token') token: string): string {
    return this.page(this.known(token), false);
  }

  /** The body that a mail program sends is ignored, because the address contains everything. */
  @asPage(unsubscribePages.confirm, 'Send no more of these mails')
  async confirm(@Param('token') token: string, @Req() _: FastifyRequest): Promise<string> {
    const known = this.known(token);
    await this.wishes.switchOff(known.userId, known.which);
    return this.page(known, true);
  }

  private known(token: string): Unsubscribed {
    const known = this.unsubscribing.read(token);
    if (known === null || !this.people.get(known.userId)) throw new Refused(refuse('request.not-found'));
    return known;
  }

  private page({ userId, which }: Unsubscribed, done: boolean): string {
    const language = this.people.languageOf(userId);
    const say = words[language];
    const title = done ? say.done : say.ask;
    const what = which === 'all' ? say.all : notificationKindNames[language][which];
    return `<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title}</title>
<style>body{font:1rem/1.5 system-ui;max-width:30rem;margin:15vh auto;padding:0 1rem}button{font:inherit;padding:.5rem 1rem}</style></head>
<body><p>${escaped(this.settings.now.brandName)}</p><h1>${title}</h1><p>${escaped(what)}</p>
${done ? `<p>${say.back}</p>` : `<form method="post"><button>${say.button}</button></form>`}</body>
</html>
`;
  }
}
