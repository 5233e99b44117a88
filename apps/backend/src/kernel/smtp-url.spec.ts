import { describe, expect, it } from '@jest/globals';
import { smtpServerOf } from './smtp-url';

describe('SMTP_URL', () => {
  it.each([
    [
      'smtp://localhost?from=gos@firma.example',
      {
        host: 'localhost',
        port: 587,
        tls: 'if-offered',
        signIn: null,
        from: { name: 'Gos', address: 'gos@firma.example' },
      },
    ],
    [
      'smtps://gos%40firma.example:p%2Fss%25@mail.firma.example',
      {
        host: 'mail.firma.example',
        port: 465,
        tls: 'from-start',
        signIn: { user: 'gos@firma.example', password: 'p/ss%' },
        from: { name: 'Gos', address: 'gos@firma.example' },
      },
    ],
    [
      `smtp://user:pass@mail.firma.example:2525/?from=${encodeURIComponent('Úkoly firmy <ukoly@firma.example>')}`,
      {
        host: 'mail.firma.example',
        port: 2525,
        tls: 'required',
        signIn: { user: 'user', password: 'pass' },
        from: { name: 'Úkoly firmy', address: 'ukoly@firma.example' },
      },
    ],
    [
      'smtp://user:pass@relay.internal:25?from=gos@firma.example&tls=if-offered',
      {
        host: 'relay.internal',
        port: 25,
        tls: 'if-offered',
        signIn: { user: 'user', password: 'pass' },
        from: { name: 'Gos', address: 'gos@firma.example' },
      },
    ],
    [
      'smtp://[::1]:25?from=gos@firma.example',
      { host: '::1', port: 25, tls: 'if-offered', signIn: null, from: { name: 'Gos', address: 'gos@firma.example' } },
    ],
  ])('%s', (value, server) => {
    expect(smtpServerOf(value)).toEqual(server);
  });

  it.each([
    ['nonsense', 'look like'],
    ['http://host?from=a@b.example', 'look like'],
    ['smtp://?from=a@b.example', 'look like'],
    ['smtp://host/path?from=a@b.example', 'after the host'],
    ['smtp://host', 'name the sender'],
    ['smtp://user:topsecret@host', 'name the sender'],
    ['smtp://host?from=nobody', 'name the sender'],
    [`smtp://host?from=${encodeURIComponent('a@b.example\r\nBcc: c@d.example')}`, 'name the sender'],
    [`smtp://host?from=${encodeURIComponent('Gos\n<a@b.example>')}`, 'name the sender'],
    ['smtp://user@host?from=a@b.example', 'password'],
    ['smtp://:topsecret@host?from=a@b.example', 'password'],
    ['smtp://user:topsecret%@host?from=a@b.example', '%25'],
    ['smtp://host?from=a@b.example&tls=no', 'tls'],
    ['smtp://host?form=a@b.example', 'form'],
  ])('refuses %j with one sentence that does not reveal the password', (value, said) => {
    const refusal = (() => {
      try {
        return smtpServerOf(value);
      } catch (error) {
        return error;
      }
    })();
    expect(refusal).toBeInstanceOf(RangeError);
    const { message } = refusal as RangeError;
    expect(message).toMatch(/^SMTP_URL [^\n]+\.$/);
    expect(message).toContain(said);
    expect(message).not.toContain('topsecret');
  });
});
