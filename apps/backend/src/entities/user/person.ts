import { type Instant, type Language, tidy } from '@gos/domain';

/** What is known of a person beside the log, of kind `person`; its id is the person's number. */
export interface PersonData {
  readonly name: string;
  /** as it was typed */
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  /** null for who signs in another way only */
  readonly passwordHash: string | null;
  /** false when only the founding of the installation let this person in */
  readonly admitted: boolean;
  readonly createdAt: Instant;
}

/** How e-mails are compared; lower case may take characters apart, so they are put together again. */
export function comparedEmail(email: string): string {
  return tidy(email).toLowerCase().normalize('NFC');
}
