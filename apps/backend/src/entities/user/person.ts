import { type GlobalRole, type Instant, type Language, tidy } from '@gos/domain';

export interface Invited {
  readonly by: number;
  readonly role: GlobalRole;
}

export interface FormerName {
  readonly name: string;
  readonly until: Instant;
}

/** Personal data of a person, stored outside the log as an account record of kind `person` under the person's id. */
export interface PersonData {
  readonly name: string;
  /** as typed by the person; `comparedEmail` for comparing */
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  /** null for a person who signs in without a password */
  readonly passwordHash: string | null;
  /** false when the person could register only because they founded the installation */
  readonly admitted: boolean;
  readonly createdAt: Instant;
  /** By whose invitation they registered, and as what. */
  readonly invited?: Invited;
  /** The password was made by an operator: its person has to choose another one before anything else. */
  readonly mustChangePassword?: true;
  /** the version of their picture, which is a record of kind `avatar` */
  readonly avatar?: string;
  /** What they were called before, the latest last. */
  readonly formerNames?: readonly FormerName[];
}

/** The person with a new password; `temporary` when they have to change it first of all. */
export function withPassword(data: PersonData, passwordHash: string, { temporary = false } = {}): PersonData {
  const { mustChangePassword: _, ...others } = data;
  return { ...others, passwordHash, ...(temporary && { mustChangePassword: true }) };
}

/** The person called so from now on; what they were called is kept. */
export function withName(data: PersonData, name: string, at: Instant): PersonData {
  if (data.name === name) return data;
  return { ...data, name, formerNames: [...(data.formerNames ?? []), { name: data.name, until: at }] };
}

/** Normalises an e-mail for comparison. NFC is applied last because lower-casing can decompose characters. */
export function comparedEmail(email: string): string {
  return tidy(email).toLowerCase().normalize('NFC');
}
