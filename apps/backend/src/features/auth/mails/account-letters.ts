import type { Language } from '@gos/domain';
import { renderEmail } from './letter';

/** Common facts of all e-mails. */
export interface Setting {
  readonly language: Language;
  readonly brandName: string;
  /** The address where people open the application. */
  readonly origin: string;
  readonly timeZone: string;
}

const hello = { cs: (name: string) => `Dobrý den, ${name},`, en: (name: string) => `Hello ${name},` };

export function moment(at: number, { language, timeZone }: Setting): string {
  const locale = language === 'cs' ? 'cs' : 'en-GB';
  return new Intl.DateTimeFormat(locale, { timeZone, dateStyle: 'long', timeStyle: 'short' }).format(at);
}

const recovery = {
  cs: {
    subject: 'nové heslo',
    asked: 'někdo, nejspíš vy, požádal o nové heslo k vašemu účtu. Zvolíte si ho na této stránce:',
    button: 'Zvolit nové heslo',
    valid: 'Odkaz platí hodinu a jen jednou. Nikomu ho prosím neposílejte.',
    else: 'Pokud jste o nové heslo nežádali, nedělejte nic: vaše heslo zůstává, jak bylo.',
  },
  en: {
    subject: 'a new password',
    asked: 'Somebody, probably you, asked for a new password of your account. Choose it on this page:',
    button: 'Choose a new password',
    valid: 'The link is valid for an hour, and once. Please send it to nobody.',
    else: 'If you did not ask for a new password, do nothing: your password stays as it was.',
  },
} as const satisfies Record<Language, object>;

export function recoveryLetter(name: string, token: string, setting: Setting) {
  const { language, brandName, origin } = setting;
  const say = recovery[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.subject}`,
    hello: hello[language](name),
    sentences: [say.asked, say.valid, say.else],
    button: { label: say.button, address: `${origin}/forgotten?token=${token}` },
  });
}

const changed = {
  cs: {
    subject: 'heslo bylo změněno',
    happened: (at: string) =>
      `heslo vašeho účtu bylo změněno odkazem z e-mailu, ${at}. Všechna přihlášení a tokeny tím skončily.`,
    else: 'Pokud jste to nebyli vy, zvolte si hned jiné přes „Zapomenuté heslo“ na přihlašovací stránce a dejte vědět správci.',
  },
  en: {
    subject: 'your password was changed',
    happened: (at: string) =>
      `The password of your account was changed by a link from an e-mail, on ${at}. All sessions and tokens have ended by that.`,
    else: 'If this was not you, choose another one at once by “Forgotten password” on the sign-in page, and tell an admin.',
  },
} as const satisfies Record<Language, object>;

/** @param at milliseconds since 1970 */
export function passwordChangedLetter(name: string, at: number, setting: Setting) {
  const { language, brandName } = setting;
  const say = changed[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.subject}`,
    hello: hello[language](name),
    sentences: [say.happened(moment(at, setting)), say.else],
  });
}

const attacked = {
  cs: {
    subject: 'někdo zkouší vaše heslo',
    happened: (at: string) =>
      `za poslední hodinu bylo k vašemu účtu zadáno přes sto špatných hesel, naposledy ${at}. Vaše heslo drží: nikdo se jimi nepřihlásil, a další pokusy zdržujeme. Z prohlížečů, kde jste se už přihlásili, vás to neomezí.`,
    todo: 'Je-li vaše heslo dlouhé a nemáte ho nikde jinde, nemusíte dělat nic. Jinak si ho změňte v profilu a zapněte si tam dvoufázové přihlášení. Heslo prosím nikomu neříkejte, ani správci.',
    button: 'Nastavení přihlašování',
    ofOther: (name: string) => `${name}: někdo zkouší heslo`,
    happenedTo: (name: string, id: number, at: string) =>
      `za poslední hodinu bylo k účtu, který má ${name} (osoba ${id}), zadáno přes sto špatných hesel, naposledy ${at}. Nikdo se jimi nepřihlásil, a další pokusy zdržujeme. Majitel účtu o tom ví z vlastního e-mailu.`,
    todoFor:
      'Odkud přicházejí, říká bezpečnostní záznam (sign-in.failed u této osoby). Nejde-li o omyl nějakého programu, zastavte tyto adresy před Gosem.',
  },
  en: {
    subject: 'somebody tries your password',
    happened: (at: string) =>
      `In the last hour more than a hundred wrong passwords were given for your account, the latest on ${at}. Your password holds: nobody signed in by them, and further tries are delayed. Browsers that you have signed in from before are not affected.`,
    todo: 'If your password is long and used nowhere else, there is nothing to do. Otherwise change it in your profile, and switch on two-step sign-in there. Please give your password to nobody, not even to an admin.',
    button: 'Sign-in settings',
    ofOther: (name: string) => `${name}: somebody tries the password`,
    happenedTo: (name: string, id: number, at: string) =>
      `In the last hour more than a hundred wrong passwords were given for the account of ${name} (person ${id}), the latest on ${at}. Nobody signed in by them, and further tries are delayed. The owner of the account is notified by a separate e-mail.`,
    todoFor:
      'The security log shows where they come from (sign-in.failed of this person). Unless a program causes them by mistake, block those addresses in front of Gos.',
  },
} as const satisfies Record<Language, object>;

/** @param at milliseconds since 1970 */
export function attackedLetter(name: string, at: number, setting: Setting) {
  const { language, brandName, origin } = setting;
  const say = attacked[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.subject}`,
    hello: hello[language](name),
    sentences: [say.happened(moment(at, setting)), say.todo],
    button: { label: say.button, address: `${origin}/profile#second-step` },
  });
}

/** As `attackedLetter`, for an admin. */
export function attackedPersonLetter(
  name: string,
  person: { readonly id: number; readonly name: string },
  at: number,
  setting: Setting,
) {
  const { language, brandName } = setting;
  const say = attacked[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.ofOther(person.name)}`,
    hello: hello[language](name),
    sentences: [say.happenedTo(person.name, person.id, moment(at, setting)), say.todoFor],
  });
}

const invited = {
  cs: {
    subject: (brand: string) => `Pozvánka do ${brand}`,
    hello: 'Dobrý den,',
    by: (name: string, brand: string) => `${name} vás zve do ${brand}. Účet si založíte na této stránce:`,
    button: 'Založit účet',
    valid: (until: string, email: string) => `Pozvánka platí pro adresu ${email}, do ${until} a jen jednou.`,
    else: 'Pokud o ničem nevíte, e-mail prosím smažte.',
  },
  en: {
    subject: (brand: string) => `Invitation to ${brand}`,
    hello: 'Hello,',
    by: (name: string, brand: string) => `${name} invites you to ${brand}. Create your account on this page:`,
    button: 'Create your account',
    valid: (until: string, email: string) => `The invitation is for ${email}, valid until ${until}, and once.`,
    else: 'If you know nothing of this, please delete the e-mail.',
  },
} as const satisfies Record<Language, object>;

export interface InvitationLetter {
  readonly email: string;
  readonly inviter: string;
  /** The address at which the person registers. */
  readonly link: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

export function invitationLetter({ email, inviter, link, expiresAt }: InvitationLetter, setting: Setting) {
  const { language, brandName } = setting;
  const say = invited[language];
  return renderEmail({
    ...setting,
    subject: say.subject(brandName),
    hello: say.hello,
    sentences: [say.by(inviter, brandName), say.valid(moment(expiresAt, setting), email), say.else],
    button: { label: say.button, address: link },
  });
}
