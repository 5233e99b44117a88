/** RFC 5321, 4.5.3.1: octets of the part before the sign, and of the whole path without its brackets. */
const most = { localPart: 64, address: 254 } as const;

/** Dots only between other characters; quotes and comments are not offered, as most mail systems refuse them. */
const localPart =
  /^(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7f\p{C}\p{Z}])+(?:\.(?:[\w!#$%&'*+/=?^`{|}~-]|[^\0-\x7f\p{C}\p{Z}])+)*$/u;
const label = /^[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,61}[\p{L}\p{N}\p{M}])?$/u;

/** UTF-8; the library knows neither Node nor a browser. */
function octetsOf(text: string): number {
  let octets = 0;
  for (const character of text) {
    const point = character.codePointAt(0)!;
    octets += point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
  }
  return octets;
}

/**
 * Whether mail can be sent to the address: a dot-atom before the sign and a host name after it, both also in letters of
 * other scripts (RFC 5322, RFC 6531). The same check accepts addresses and precedes sending.
 * @param minLabels of the host name: 1 lets a sender be on `localhost`
 */
export function isEmailAddress(value: string, minLabels = 2): boolean {
  const at = value.lastIndexOf('@');
  const [local, host] = [value.slice(0, Math.max(0, at)), value.slice(at + 1)];
  const labels = host.split('.');
  return (
    octetsOf(value) <= most.address &&
    octetsOf(local) <= most.localPart &&
    localPart.test(local) &&
    labels.length >= minLabels &&
    labels.every((one) => label.test(one)) &&
    !/^\p{N}+$/u.test(labels.at(-1)!)
  );
}
