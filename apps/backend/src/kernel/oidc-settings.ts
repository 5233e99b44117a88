import type { SsoProviderId } from '@gos/domain';

/** A provider of single sign-on as the operator set it up. */
export interface OidcSettings {
  readonly id: SsoProviderId;
  /** as people know it */
  readonly name: string;
  /** without a slash at its end */
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const parts = ['ISSUER', 'CLIENT_ID', 'CLIENT_SECRET'] as const;
const known = { google: { issuer: 'https://accounts.google.com', name: 'Google' } } as const;
const longestName = 50;

/** Whether what is sent there stays secret: https, or plain http to this machine. */
export function isSafeAddress(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === 'https:' || (protocol === 'http:' && /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/.test(hostname));
}

/**
 * The providers of `GOS_OIDC_GOOGLE_*` and `GOS_OIDC_SSO_*`; one of which nothing is set is left out.
 * @throws RangeError with a sentence for the operator, which never repeats the secret
 */
export function oidcSettingsOf(env: Environment): OidcSettings[] {
  return (['google', 'sso'] as const).flatMap((id) => {
    const prefix = `GOS_OIDC_${id.toUpperCase()}_`;
    const given = (part: string) => env[`${prefix}${part}`]?.trim() || undefined;
    if (![...parts, 'NAME'].some((part) => given(part))) return [];
    const usual = id === 'google' ? known.google : undefined;
    const issuer = (given('ISSUER') ?? usual?.issuer)?.replace(/\/+$/, '');
    const [clientId, clientSecret] = [given('CLIENT_ID'), given('CLIENT_SECRET')];
    if (!issuer || !clientId || !clientSecret) {
      const missing = parts.filter((part) => !given(part) && !(part === 'ISSUER' && usual));
      const present = [...parts, 'NAME'].filter((part) => given(part));
      const [needing, needed] = [present, missing].map((some) => some.map((part) => `${prefix}${part}`).join(' and '));
      throw new RangeError(`${needed} must be set together with ${needing}.`);
    }
    if (!isSafeAddress(issuer) || /[?#]/.test(issuer)) {
      throw new RangeError(
        `${prefix}ISSUER must be an address beginning with https:// (http:// only on this machine), not "${issuer}".`,
      );
    }
    const name = given('NAME') ?? usual?.name ?? new URL(issuer).hostname;
    if ([...name].length > longestName || /\p{C}/u.test(name)) {
      throw new RangeError(`${prefix}NAME must be a name of at most ${longestName} characters.`);
    }
    return [{ id, name, issuer, clientId, clientSecret }];
  });
}
