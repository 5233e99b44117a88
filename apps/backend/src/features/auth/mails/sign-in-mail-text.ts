import type { Language } from '@gos/domain';
import { renderEmail } from './letter';

/** Changes of the ways to sign in that people are notified of. */
export type SignInNews =
  | 'totp-on'
  | 'totp-off'
  | 'totp-lost'
  | 'passkey-added'
  | 'passkey-removed'
  | 'codes-made'
  | 'code-used'
  | 'reset'
  | 'identity-connected'
  | 'identity-disconnected';

/** Sentences with `{provider}` for the name of the provider. */
type Sentences = Readonly<Record<SignInNews, string>>;

const sentences: Readonly<Record<Language, Sentences>> = {
  cs: {
    'totp-on': 'K vašemu účtu byla přidána ověřovací aplikace.',
    'totp-off': 'Z vašeho účtu byla odebrána ověřovací aplikace.',
    'totp-lost':
      'Ověřovací aplikace vašeho účtu byla vypnuta, protože instalace přišla o tajný klíč, kterým byla chráněna. Nastavte ji prosím znovu.',
    'passkey-added': 'K vašemu účtu byl přidán přístupový klíč.',
    'passkey-removed': 'Z vašeho účtu byl odebrán přístupový klíč.',
    'codes-made': 'K vašemu účtu byly vytvořeny nové záložní kódy. Dřívější už neplatí.',
    'code-used': 'K vašemu účtu se někdo přihlásil záložním kódem. Ten už neplatí.',
    reset: 'Správce zrušil dvoufázové přihlášení vašeho účtu. Stačí teď heslo.',
    'identity-connected': 'K vašemu účtu bylo připojeno přihlašování přes {provider}.',
    'identity-disconnected': 'Od vašeho účtu bylo odpojeno přihlašování přes {provider}.',
  },
  en: {
    'totp-on': 'An authenticator app was added to your account.',
    'totp-off': 'The authenticator app was removed from your account.',
    'totp-lost':
      'The authenticator app of your account was switched off, because the installation lost the secret that protected it. Please set it up again.',
    'passkey-added': 'A passkey was added to your account.',
    'passkey-removed': 'A passkey was removed from your account.',
    'codes-made': 'New recovery codes were made for your account. Earlier ones are not valid any more.',
    'code-used': 'Somebody signed in to your account by a recovery code. It is not valid any more.',
    reset: 'An admin has reset the two-step sign-in of your account. The password is enough now.',
    'identity-connected': 'Signing in through {provider} was connected to your account.',
    'identity-disconnected': 'Signing in through {provider} was disconnected from your account.',
  },
};

const words = {
  cs: {
    subject: 'změna přihlašování',
    hello: (name: string) => `Dobrý den, ${name},`,
    when: (at: string) => `Stalo se to ${at}.`,
    else: 'Pokud jste to nebyli vy, změňte si hned heslo a dejte vědět správci.',
    settings: 'Nastavení přihlašování',
  },
  en: {
    subject: 'a change of your sign-in',
    hello: (name: string) => `Hello ${name},`,
    when: (at: string) => `It happened on ${at}.`,
    else: 'If this was not you, change your password at once and tell an admin.',
    settings: 'Sign-in settings',
  },
} as const satisfies Readonly<Record<Language, object>>;

export interface SignInMailOf {
  readonly news: SignInNews;
  /** The name of the provider that changed. */
  readonly provider?: string;
  readonly reader: { readonly name: string; readonly language: Language };
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly timeZone: string;
  readonly brandName: string;
  /** The address where people open the application. */
  readonly origin: string;
}

/** Returns the mail about one change. */
export function signInMailText({ news, provider = '', reader, at, timeZone, brandName, origin }: SignInMailOf) {
  const { language, name } = reader;
  const say = words[language];
  const format = new Intl.DateTimeFormat(language === 'cs' ? 'cs' : 'en-GB', {
    timeZone,
    dateStyle: 'long',
    timeStyle: 'short',
  });
  return renderEmail({
    language,
    brandName,
    origin,
    subject: `${brandName}: ${say.subject}`,
    hello: say.hello(name),
    sentences: [
      `${sentences[language][news].replace('{provider}', () => provider)} ${say.when(format.format(at))}`,
      say.else,
    ],
    button: {
      label: say.settings,
      address: `${origin}/profile#${news.startsWith('identity') ? 'identities' : 'second-step'}`,
    },
  });
}
