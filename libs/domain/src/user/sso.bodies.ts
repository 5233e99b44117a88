import { object, optional, text } from '../kernel/shape';
import { filled, filledCheck, filledPassword, password } from './user.bodies';

/** The providers of single sign-on that may be set up. */
export const ssoProviderIds = ['google', 'sso'] as const;
export type SsoProviderId = (typeof ssoProviderIds)[number];

/** Providers that keep no codes put all that they know into one. */
const longestCode = 4_096;

/** The request bodies of single sign-on; the log holds nothing of them. */
export const ssoBodies = {
  /** The parameters that the provider added to the address of the return; `iss` is its issuer (RFC 9207). */
  callback: object({ code: text(filledCheck, longestCode), state: filled, iss: optional(text()) }),
  /** The password of the account that the provider's account is linked to. */
  link: object({ password: filledPassword }),
  /** The person's password, if they have one: a stranger at an open browser must not add a sign-in of their own. */
  connect: object({ password: optional(password()) }),
};
