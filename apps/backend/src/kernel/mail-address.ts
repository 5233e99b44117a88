import { isEmailAddress } from '@gos/domain';

export interface MailAddress {
  /** The person's name; may be empty. */
  readonly name: string;
  readonly address: string;
}

/** Reads the sender, `ADDRESS` or `NAME <ADDRESS>`, also on a host without a domain; null for what is neither. */
export function mailAddressOf(value: string): MailAddress | null {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(value) ?? [];
  const address = bracketed ?? value;
  return isEmailAddress(address, 1) ? { name: name.trim(), address } : null;
}
