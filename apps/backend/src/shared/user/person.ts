import { type EmailChangeWay, type GlobalRole, type Instant, type Language, normalizeText } from '@gos/domain';

export interface Invited {
  readonly by: number;
  readonly role: GlobalRole;
}

export interface FormerName {
  readonly name: string;
  readonly until: Instant;
}

/**
 * An address that the person is about to have. It is taken already, but the present address counts until the log
 * contains the change.
 */
export interface NextEmail {
  readonly email: string;
  readonly how: EmailChangeWay;
  /** The person who changes it; null for an operator. */
  readonly by: number | null;
  readonly correlationId: string;
  /** The id of the event that the change appends. */
  readonly eventId: string;
  /** False until the facts that the change relies on were compared. */
  readonly isConfirmed: boolean;
}

export interface FormerEmail {
  readonly email: string;
  readonly until: Instant;
  readonly how: EmailChangeWay;
  /** The event of the change that ended it. */
  readonly eventId: string;
}

/** Personal data of a person, stored outside the log as an account record of kind `person` under the person's id. */
export interface PersonData {
  readonly name: string;
  /** As typed by the person; `comparedEmail` is for comparing. */
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  /** Null for a person who signs in without a password. */
  readonly passwordHash: string | null;
  /** False when the person could register only because they founded the installation. */
  readonly admitted: boolean;
  readonly createdAt: Instant;
  /** The inviting person and the role of the invitation. */
  readonly invited?: Invited;
  /** An operator chose the password: the person has to choose another one before anything else. */
  readonly mustChangePassword?: true;
  /** The version of their picture, which is a record of kind `avatar`. */
  readonly avatar?: string;
  /** Former names, the latest last. */
  readonly formerNames?: readonly FormerName[];
  readonly nextEmail?: NextEmail;
  /** Earlier addresses, the latest last. */
  readonly formerEmails?: readonly FormerEmail[];
}

/** The person with a new password; `temporary` when they have to change it first of all. */
export function withPassword(data: PersonData, passwordHash: string, { temporary = false } = {}): PersonData {
  const { mustChangePassword: _, ...others } = data;
  return { ...others, passwordHash, ...(temporary && { mustChangePassword: true }) };
}

/** The person with a new name; the former one is kept. */
export function withName(data: PersonData, name: string, at: Instant): PersonData {
  if (data.name === name) return data;
  return { ...data, name, formerNames: [...(data.formerNames ?? []), { name: data.name, until: at }] };
}

/** The person without an address that was about to be theirs. */
export function withoutNextEmail({ nextEmail: _, ...others }: PersonData): PersonData {
  return others;
}

/** The person with the address that was about to be theirs. */
export function withNextEmail(data: PersonData, { email, how, eventId }: NextEmail, at: Instant): PersonData {
  const former: FormerEmail = { email: data.email, until: at, how, eventId };
  return { ...withoutNextEmail(data), email, formerEmails: [...(data.formerEmails ?? []), former] };
}

/** Normalises an e-mail for comparison. NFC is applied last because lower-casing can decompose characters. */
export function comparedEmail(email: string): string {
  return normalizeText(email).toLowerCase().normalize('NFC');
}
