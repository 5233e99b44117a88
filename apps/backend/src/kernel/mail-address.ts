export interface MailAddress {
  /** The person's name; may be empty. */
  readonly name: string;
  readonly address: string;
}

const addressForm = /^[^\s\p{Cc}\p{Cf}<>()[\],;:"\\@]{1,64}@[^\s\p{Cc}\p{Cf}<>()[\],;:"\\@]{1,189}$/u;

/** Reads `ADDRESS` or `NAME <ADDRESS>`; null for what is neither. */
export function mailAddressOf(value: string): MailAddress | null {
  const [, name = '', bracketed] = /^([^<>\p{Cc}]*)<([^<>]*)>$/u.exec(value) ?? [];
  const address = bracketed ?? value;
  return isMailAddress(address) ? { name: name.trim(), address } : null;
}

export function isMailAddress(value: string): boolean {
  return addressForm.test(value);
}
