/** A mail as its reader sees it. */
export interface Letter {
  /** All values of a header (name in lower case), unfolded and decoded. */
  header(name: string): string[];
  /** The content of the part with this MIME type. */
  part(type: string): string | undefined;
}

/** Parses what nodemailer writes: RFC 2047 headers; text and HTML, alone or as alternatives. */
export function readLetter(raw: string): Letter {
  const { headers, body } = split(raw);
  const values = (name: string) => headers.filter(([key]) => key === name).map(([, value]) => value);
  const type = values('content-type')[0] ?? 'text/plain';
  const [, boundary] = /boundary="?([^";]+)"?/.exec(type) ?? [];
  const parts = boundary
    ? body
        .split(`--${boundary}`)
        .slice(1, -1)
        .map((part) => split(part.replace(/^\r\n/, '').replace(/\r\n$/, '')))
    : [{ headers, body }];
  return {
    header: values,
    part(wanted) {
      const found = parts.find((part) => headerOf(part.headers, 'content-type').startsWith(wanted));
      return found && decoded(found.body, headerOf(found.headers, 'content-transfer-encoding'));
    },
  };
}

type Headers = (readonly [name: string, value: string])[];

const headerOf = (headers: Headers, name: string) => headers.find(([key]) => key === name)?.[1] ?? '';

function split(raw: string): { headers: Headers; body: string } {
  const end = raw.indexOf('\r\n\r\n');
  const lines = raw
    .slice(0, end)
    .replace(/\r\n[ \t]/g, ' ')
    .split('\r\n');
  const headers = lines.map((line) => {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? [undefined, line, ''];
    return [name!.toLowerCase(), words(value!)] as const;
  });
  return { headers, body: raw.slice(end + 4) };
}

function words(value: string): string {
  const joined = value.replace(/\?=\s+=\?/g, '?==?');
  const bytes = joined.replace(/=\?utf-8\?([bq])\?([^?]*)\?=/gi, (_, kind: string, text: string) =>
    (kind.toLowerCase() === 'b' ? Buffer.from(text, 'base64') : quoted(text.replaceAll('_', ' '))).toString('latin1'),
  );
  return Buffer.from(bytes, 'latin1').toString('utf8');
}

function decoded(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return quoted(body.replace(/=\r\n/g, '')).toString('utf8');
  return body;
}

function quoted(text: string): Buffer {
  return Buffer.from(
    text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  );
}
