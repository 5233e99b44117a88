import { type MailAddress, mailAddressOf } from './mail-address';

/** The SMTP server that an installation sends its mail through. */
export interface SmtpServer {
  readonly host: string;
  readonly port: number;
  /** `from-start`: smtps. `required`: nothing is sent before STARTTLS. `if-offered`: STARTTLS when the server offers it. */
  readonly tls: 'from-start' | 'required' | 'if-offered';
  readonly signIn: { readonly user: string; readonly password: string } | null;
  readonly from: MailAddress;
}

const form = 'smtp://USER:PASSWORD@HOST?from=gos@firma.example';
const parameters = ['from', 'tls'];

/**
 * Reads `smtp[s]://[USER:PASSWORD@]HOST[:PORT][?from=ADDRESS or NAME <ADDRESS>&tls=required|if-offered]`, each part
 * percent-encoded where a URL needs it. Default ports are 587 and, for smtps, 465. The sender is `from`, or the user
 * when that is an address. With a password for another machine TLS is required unless `tls` says otherwise. Error
 * messages never repeat the password.
 * @param sender wins over the URL's
 * @throws RangeError with one sentence
 */
export function smtpServerOf(value: string, sender: MailAddress | null = null): SmtpServer {
  const url = URL.canParse(value) ? new URL(value) : null;
  const isSecure = url?.protocol === 'smtps:';
  if (!url?.hostname || (!isSecure && url.protocol !== 'smtp:'))
    throw new RangeError(`SMTP_URL must look like ${form}.`);
  if (url.pathname !== '' && url.pathname !== '/') {
    throw new RangeError(`SMTP_URL must have nothing but ? after the host, as in ${form}.`);
  }
  for (const name of url.searchParams.keys()) {
    if (!parameters.includes(name)) throw new RangeError(`SMTP_URL knows from and tls, not "${name}".`);
  }
  const user = decoded(url.username, 'user');
  const password = decoded(url.password, 'password');
  if ((user === '') !== (password === '')) {
    throw new RangeError('SMTP_URL must carry a user and a password, or neither of them.');
  }
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    tls: tlsOf(url, password !== ''),
    signIn: user === '' ? null : { user, password },
    from: sender ?? senderOf(url.searchParams.get('from') ?? user),
  };
}

function tlsOf(url: URL, hasPassword: boolean): SmtpServer['tls'] {
  const given = url.searchParams.get('tls');
  if (given !== null && given !== 'required' && given !== 'if-offered') {
    throw new RangeError(`SMTP_URL must give tls required or if-offered, not "${given}".`);
  }
  if (url.protocol === 'smtps:') return 'from-start';
  const isHere = /^(localhost|127\.[\d.]+|\[::1\])$/i.test(url.hostname);
  return given ?? (hasPassword && !isHere ? 'required' : 'if-offered');
}

function senderOf(value: string): MailAddress {
  const sender = mailAddressOf(value);
  if (sender === null) throw new RangeError(`SMTP_URL must name the sender, as in ${form}.`);
  return { name: sender.name || 'Gos', address: sender.address };
}

function decoded(part: string, what: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new RangeError(`SMTP_URL must write a % in its ${what} as %25.`);
  }
}
