import { avatarUrlOf, type PersonRef } from '@gos/contract';
import {
  czechSortKey,
  defaultLanguage,
  foldText,
  foldWords,
  type Instant,
  type Language,
  lookOf,
  type PasswordState,
} from '@gos/domain';
import { Inject, Injectable, Logger, type OnModuleDestroy, type OnModuleInit } from '@nestjs/common';
import { untilDone } from '../../kernel/until-done';
import { again, retryOptimistic } from '../../kernel/until-settled';
import { ACCOUNTS, type AccountRecord, type Accounts } from '../../stores/accounts/accounts';
import { Peers } from '../../stores/broadcast/peers';
import { comparedEmail, type FormerName, type PersonData, withoutNextEmail } from './person';

/** A person in the in-memory directory, without credentials. */
export interface Person {
  readonly id: number;
  readonly name: string;
  readonly email: string;
  readonly phone: string | null;
  readonly language: Language;
  readonly password: PasswordState;
  /** The version of their picture. */
  readonly avatar: string | null;
  readonly formerNames: readonly FormerName[];
}

interface Entry extends Person {
  readonly folded: string;
  readonly sortKey: string;
  readonly look: string;
  readonly version: number;
}

/** `version` is that of the account record; higher is newer. */
type PublicPerson = Person & { readonly version: number };
/** Message to other processes about a changed or erased person. */
type PersonNews = PublicPerson | { readonly id: number; readonly gone: true };

const publicOf = (id: number, { version, value }: AccountRecord<PersonData>): PublicPerson => {
  const { name, email, phone, language, passwordHash, mustChangePassword, avatar = null, formerNames = [] } = value;
  const password = passwordHash === null ? 'none' : mustChangePassword ? 'temporary' : 'own';
  return { id, version, name, email, phone, language, password, avatar, formerNames };
};

/** The fields that are kept here and that people are sorted and filtered by; null is nothing. */
export type PersonField = 'name' | 'email' | 'phone' | 'avatarUrl';
const comparedBy: Readonly<Record<PersonField, (entry: Entry) => string | null>> = {
  name: ({ sortKey }) => sortKey,
  email: ({ email }) => comparedEmail(email),
  phone: ({ phone }) => phone,
  avatarUrl: ({ id, avatar }) => (avatar === null ? null : avatarUrlOf(id, avatar)),
};

const batch = 1_000;
/** Finds the people whose address is about to change. */
const changingEmail = 'changing-email';
const emailKey = (email: string) => `email:${comparedEmail(email)}`;
const keysOf = ({ email, nextEmail }: PersonData) => ({
  unique: [emailKey(email), ...(nextEmail ? [emailKey(nextEmail.email)] : [])],
  refs: nextEmail ? [changingEmail] : [],
});

/**
 * Owner of personal data, with a directory in memory: events and documents hold ids only, readers join the names here
 * synchronously. Loaded before the first request and updated with every change in any process.
 */
@Injectable()
export class People implements OnModuleInit, OnModuleDestroy {
  private readonly logger = new Logger(People.name);
  private readonly stopping = new AbortController();
  private readonly entries = new Map<number, Entry>();
  private readonly listeners = new Set<(id: number) => void>();
  private ordered: readonly number[] | null = null;
  private lookingAlike: readonly (readonly number[])[] | null = null;

  constructor(
    @Inject(ACCOUNTS) private readonly accounts: Accounts,
    private readonly peers: Peers,
  ) {}

  onModuleInit(): void {
    this.peers.subscribe<PersonNews>(
      'person',
      (told) => ('gone' in told ? this.forget(told.id) : this.enter(told)),
      () =>
        void untilDone(
          () => this.load(),
          this.stopping.signal,
          (error) => this.logger.warn(`People could not be read: ${String(error)}`),
        ),
    );
  }

  onModuleDestroy(): void {
    this.stopping.abort();
  }

  /**
   * Loads all people.
   * @throws StoreUnavailable
   */
  async load(): Promise<void> {
    let after: string | undefined;
    for (;;) {
      const records = await this.accounts.list<PersonData>('person', { after, limit: batch });
      for (const record of records) this.enter(publicOf(Number(record.id), record));
      if (records.length < batch) return;
      after = records.at(-1)!.id;
    }
  }

  /** The name of a person, or a placeholder for an erased person. */
  name(id: number): string {
    return this.entries.get(id)?.name ?? `erased person ${id}`;
  }

  /** Returns the name of a person at that time; the present one where the former is not known. */
  nameAt(id: number, at: Instant): string {
    const former = this.entries.get(id)?.formerNames?.find(({ until }) => until > at);
    return former?.name ?? this.name(id);
  }

  names(ids: Iterable<number>): ReadonlyMap<number, string> {
    return new Map([...ids].map((id) => [id, this.name(id)]));
  }

  ref(id: number): PersonRef;
  ref(id: number | null): PersonRef | null;
  ref(id: number | null): PersonRef | null {
    return id === null ? null : { id, name: this.name(id) };
  }

  refs(ids: readonly number[]): PersonRef[] {
    return ids.map((id) => this.ref(id));
  }

  get(id: number): Person | undefined {
    return this.entries.get(id);
  }

  avatarUrlOf(id: number): string | null {
    const version = this.entries.get(id)?.avatar ?? null;
    return version === null ? null : avatarUrlOf(id, version);
  }

  /** Groups of people whose names look the same. */
  alike(): readonly (readonly number[])[] {
    if (this.lookingAlike) return this.lookingAlike;
    const groups = new Map<string, number[]>();
    for (const { id, look } of this.entries.values()) {
      const group = groups.get(look);
      if (group) group.push(id);
      else groups.set(look, [id]);
    }
    this.lookingAlike = [...groups.values()].filter(({ length }) => length > 1);
    return this.lookingAlike;
  }

  /** Everybody with a picture, each with its address. */
  avatars(): { readonly id: number; readonly url: string }[] {
    return [...this.entries.values()].flatMap(({ id, avatar }) =>
      avatar === null ? [] : [{ id, url: avatarUrlOf(id, avatar) }],
    );
  }

  languageOf(id: number): Language {
    return this.entries.get(id)?.language ?? defaultLanguage;
  }

  /** Whether the person has to change their password before anything else. */
  mustChangePassword(id: number): boolean {
    return this.entries.get(id)?.password === 'temporary';
  }

  /**
   * Ids of people whose name contains every word as a prefix of a word, ignoring case and diacritics; with `byEmail`, also by
   * e-mail.
   */
  search(q: string, { byEmail = false } = {}): number[] {
    const words = foldWords(q);
    const address = foldText(q.trim());
    if (address === '') return this.order();
    const found = (entry: Entry) =>
      (words.length > 0 && words.every((word) => entry.folded.includes(word))) ||
      (byEmail && foldText(entry.email).includes(address));
    return this.order().filter((id) => found(this.entries.get(id)!));
  }

  /** Ids of people with one of the values; names are given as sort keys, null is nothing. */
  having(field: PersonField, values: readonly (string | null)[]): number[] {
    const compared = new Set(field === 'email' ? values.map((value) => comparedEmail(value ?? '')) : values);
    return [...this.entries.values()].filter((entry) => compared.has(comparedBy[field](entry))).map(({ id }) => id);
  }

  /** All ids in Czech order of names, equal names by id. */
  order(): number[] {
    this.ordered ??= this.sorted((entry) => entry.sortKey);
    return [...this.ordered];
  }

  /** Ids of the people who have a value, in its order; equal ones by id in both directions. */
  orderBy(field: PersonField, direction: 'asc' | 'desc'): number[] {
    return this.sorted(comparedBy[field], direction);
  }

  /** @throws KeyTaken when another person has the e-mail */
  async create(id: number, data: PersonData): Promise<AccountRecord<PersonData>> {
    const record = await this.accounts.insert('person', String(id), data, keysOf(data));
    this.entered(id, record);
    return record;
  }

  async remove(id: number): Promise<void> {
    await this.accounts.remove('avatar', String(id));
    await this.accounts.remove('person', String(id));
    this.forget(id);
    this.peers.publish('person', { id, gone: true } satisfies PersonNews);
  }

  /** With credentials; reads the store. */
  record(id: number): Promise<AccountRecord<PersonData> | undefined> {
    return this.accounts.get<PersonData>('person', String(id));
  }

  /** The person who has the address now, not a person who is about to have it. */
  async recordByEmail(email: string): Promise<AccountRecord<PersonData> | undefined> {
    const record = await this.accounts.byUnique<PersonData>('person', emailKey(email));
    return record && comparedEmail(record.value.email) === comparedEmail(email) ? record : undefined;
  }

  /** The people whose address is about to change. */
  async changingEmail(): Promise<number[]> {
    const records = await this.accounts.byRef<PersonData>('person', changingEmail);
    return records.map(({ id }) => Number(id));
  }

  /** Drops an address that was about to be the person's, unless it is confirmed. */
  async dropUnconfirmedEmail(id: number): Promise<void> {
    const isUnconfirmed = ({ nextEmail }: PersonData) => nextEmail?.isConfirmed === false;
    const record = await this.record(id);
    if (record && isUnconfirmed(record.value))
      await this.change(id, (data) => (isUnconfirmed(data) ? withoutNextEmail(data) : data));
  }

  /**
   * Applies `change` to the newest data and stores the result, repeating on a concurrent write; undefined when there is no such
   * person.
   * @throws KeyTaken
   */
  async change(id: number, change: (data: PersonData) => PersonData): Promise<PersonData | undefined> {
    return retryOptimistic(async () => {
      const record = await this.record(id);
      if (!record) return undefined;
      const value = change(record.value);
      if (!(await this.accounts.replace('person', record.id, record.version, value, keysOf(value)))) return again;
      this.entered(id, { ...record, version: record.version + 1, value });
      return value;
    });
  }

  /** Calls the listener with the id of every changed person. Returns the function that unsubscribes. */
  onChanged(listener: (id: number) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  private sorted(keyOf: (entry: Entry) => string | null, direction: 'asc' | 'desc' = 'asc'): number[] {
    const up = direction === 'asc' ? 1 : -1;
    return [...this.entries.values()]
      .flatMap((entry) => {
        const key = keyOf(entry);
        return key === null ? [] : [{ id: entry.id, key }];
      })
      .sort((a, b) => (a.key < b.key ? -up : a.key > b.key ? up : a.id - b.id))
      .map(({ id }) => id);
  }

  private entered(id: number, record: AccountRecord<PersonData>): void {
    const person = publicOf(id, record);
    this.enter(person);
    this.peers.publish('person', person satisfies PersonNews);
  }

  /** Ignores versions older than the entry: answers of two writes may arrive in either order. */
  private enter(person: PublicPerson): void {
    const { id, name, version } = person;
    if ((this.entries.get(id)?.version ?? 0) >= version) return;
    this.entries.set(id, { ...person, folded: foldText(name), sortKey: czechSortKey(name), look: lookOf(name) });
    this.changed(id);
  }

  private forget(id: number): void {
    this.entries.delete(id);
    this.changed(id);
  }

  private changed(id: number): void {
    this.ordered = null;
    this.lookingAlike = null;
    for (const listener of this.listeners) listener(id);
  }
}
