import type { EmailChangeWay, Language } from '@gos/domain';
import { moment, type Setting } from './account-letters';
import { renderEmail } from './letter';

type Named = (name: string) => string;
const hello: Readonly<Record<Language, Named>> = {
  cs: (name) => `Dobrý den, ${name},`,
  en: (name) => `Hello ${name},`,
};

const link = {
  cs: {
    subject: 'potvrďte novou e-mailovou adresu',
    hello: 'Dobrý den,',
    asked: (brand: string) =>
      `někdo, nejspíš vy, chce u svého účtu v ${brand} používat tuto e-mailovou adresu. Potvrďte ji na této stránce, kde musíte být přihlášeni:`,
    button: 'Potvrdit adresu',
    valid: (until: string) => `Odkaz platí do ${until} a jen jednou. Do potvrzení platí dosavadní adresa.`,
    else: 'Pokud o ničem nevíte, e-mail prosím smažte. Bez přihlášení odkaz nikdo nepoužije.',
  },
  en: {
    subject: 'confirm your new e-mail address',
    hello: 'Hello,',
    asked: (brand: string) =>
      `Somebody, probably you, wants to use this e-mail address for their account in ${brand}. Confirm it on this page, where you need to be signed in:`,
    button: 'Confirm the address',
    valid: (until: string) =>
      `The link expires on ${until} and works once. Until you confirm it, your present address counts.`,
    else: 'If you know nothing about this, please delete this e-mail. Nobody can use the link without signing in.',
  },
} as const satisfies Record<Language, object>;

/** @param expiresAt milliseconds since 1970 */
export function emailLinkText(token: string, expiresAt: number, setting: Setting) {
  const { language, brandName, origin } = setting;
  const say = link[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.subject}`,
    hello: say.hello,
    sentences: [say.asked(brandName), say.valid(moment(expiresAt, setting)), say.else],
    button: { label: say.button, address: `${origin}/email?token=${token}` },
  });
}

const taken = {
  cs: {
    subject: 'vaši adresu chtěl použít jiný účet',
    happened: (brand: string) =>
      `někdo chtěl u jiného účtu v ${brand} používat vaši e-mailovou adresu. Patří k vašemu účtu, takže se nic nezměnilo.`,
    todo: 'Pokud jste to byli vy: jednu adresu může mít jen jeden účet. Změňte ji nejdřív u tohoto účtu, ve svém profilu.',
  },
  en: {
    subject: 'another account wanted your address',
    happened: (brand: string) =>
      `Somebody wanted to use your e-mail address for another account in ${brand}. It belongs to your account, so nothing changed.`,
    todo: 'If this was you: an address can belong to one account only. Change it at this account first, in your profile.',
  },
} as const satisfies Record<Language, object>;

/** For the owner of an address that another person requested. */
export function emailTakenText(name: string, setting: Setting) {
  const { language, brandName } = setting;
  const say = taken[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.subject}`,
    hello: hello[language](name),
    sentences: [say.happened(brandName), say.todo],
  });
}

interface ChangedWords {
  readonly subject: string;
  readonly happened: Readonly<Record<EmailChangeWay, (at: string) => string>>;
  readonly former: string;
  readonly present: string;
  readonly else: string;
}

const changed: Readonly<Record<Language, ChangedWords>> = {
  cs: {
    subject: 'změna e-mailové adresy',
    happened: {
      link: (at) => `e-mailová adresa vašeho účtu se změnila, ${at}, potvrzením z nové adresy.`,
      admin: (at) => `e-mailovou adresu vašeho účtu změnil správce, ${at}.`,
      operator: (at) => `e-mailovou adresu vašeho účtu změnil provozovatel, ${at}.`,
      provider: (at) => `e-mailová adresa vašeho účtu se změnila, ${at}, podle vašeho účtu u poskytovatele přihlášení.`,
    },
    former: 'Touto dosavadní adresou se už nepřihlásíte a další e-maily budou chodit na novou.',
    present: 'Od teď se přihlašujete touto adresou a chodí na ni vaše e-maily. Heslo zůstává stejné.',
    else: 'Pokud s tím nesouhlasíte, dejte hned vědět správci.',
  },
  en: {
    subject: 'a change of your e-mail address',
    happened: {
      link: (at) => `The e-mail address of your account was changed on ${at}, by a confirmation from the new address.`,
      admin: (at) => `An admin changed the e-mail address of your account on ${at}.`,
      operator: (at) => `The operator of this installation changed the e-mail address of your account on ${at}.`,
      provider: (at) =>
        `The e-mail address of your account was changed on ${at}, because it changed at your sign-in provider.`,
    },
    former: 'You can no longer sign in with this former address, and further e-mails go to the new one.',
    present: 'From now on you sign in with this address and get your e-mails here. Your password stays the same.',
    else: 'If this is wrong, tell an admin at once.',
  },
};

export interface EmailChangedText {
  readonly name: string;
  readonly how: EmailChangeWay;
  /** The address that the e-mail goes to. */
  readonly to: 'former' | 'present';
  /** Milliseconds since 1970. */
  readonly at: number;
}

export function emailChangedText({ name, how, to, at }: EmailChangedText, setting: Setting) {
  const { language, brandName } = setting;
  const say = changed[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.subject}`,
    hello: hello[language](name),
    sentences: [say.happened[how](moment(at, setting)), say[to], say.else],
  });
}

const conflict = {
  cs: {
    subject: (name: string) => `${name}: adresa patří někomu jinému`,
    happened: (who: string, provider: string, email: string) =>
      `${who} se hlásí přes ${provider}, kde má teď ověřenou adresu ${email}.`,
    owner: (owner: string) => `Tady ji ale má ${owner}. Adresa účtu se proto nezměnila a účty zůstaly oddělené.`,
    todo: 'Zjistěte, komu adresa patří, a v případě potřeby ji u jedné z osob změňte.',
  },
  en: {
    subject: (name: string) => `${name}: the address belongs to somebody else`,
    happened: (who: string, provider: string, email: string) =>
      `${who} signs in through ${provider}, which now reports the verified address ${email}.`,
    owner: (owner: string) =>
      `Here it belongs to ${owner}. So the account's address did not change, and the accounts stay apart.`,
    todo: 'Find out who owns the address, and change it for one of the two if needed.',
  },
} as const satisfies Record<Language, object>;

interface Who {
  readonly id: number;
  readonly name: string;
}

export interface EmailConflictText {
  readonly reader: string;
  readonly person: Who;
  readonly owner: Who;
  readonly provider: string;
  readonly email: string;
}

const withNumber = ({ id, name }: Who) => `${name} (#${id})`;

/** For an admin: a provider reports an address that another person has. */
export function emailConflictText({ reader, person, owner, provider, email }: EmailConflictText, setting: Setting) {
  const { language, brandName } = setting;
  const say = conflict[language];
  return renderEmail({
    ...setting,
    subject: `${brandName}: ${say.subject(person.name)}`,
    hello: hello[language](reader),
    sentences: [say.happened(withNumber(person), provider, email), say.owner(withNumber(owner)), say.todo],
  });
}
