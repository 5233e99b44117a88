export interface MailAddress {
  /** The person's name; may be empty. */
  readonly name: string;
  readonly address: string;
}

const addressForm = /^[^\s\p{Cc}\p{Cf}<>()[\],;:"\\@]{1,64}@[^\s\p{Cc}\p{Cf}<>()[\],;:"\\@]{1,189}$/u;

export function isMailAddress(value: string): boolean {
  return addressForm.test(value);
}
