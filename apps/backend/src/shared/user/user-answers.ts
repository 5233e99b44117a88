import type { MeAnswer, NamedRef, PersonRef, UserAnswer } from '@gos/contract';
import { type Actor, mayCreateProjects, type User } from '@gos/domain';
import { type PositionDocument, positionModel, seesAll, type UserDocument } from '@gos/projections';
import { Injectable } from '@nestjs/common';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { InstallationSettings } from '../installation/settings';
import { CalendarAddresses } from './calendar-addresses';
import { People } from './people';
import { SecondSteps } from './second-steps';
import { VisiblePeople } from './visible-people';

export type Reader = Actor & { readonly id: number };
export type NamePerson = (id: number) => PersonRef;
/** Returns the reference that `name` gives for a person, and null for nobody. */
export const refBy = (name: NamePerson, id: number | null): PersonRef | null => (id === null ? null : name(id));

/** Joins user documents with personal data for one reader. */
@Injectable()
export class UserAnswers {
  constructor(
    private readonly readModels: ActiveReadModels,
    private readonly people: People,
    private readonly calendars: CalendarAddresses,
    private readonly secondSteps: SecondSteps,
    private readonly visiblePeople: VisiblePeople,
    private readonly settings: InstallationSettings,
  ) {}

  async answer(document: UserDocument, reader: Reader): Promise<UserAnswer> {
    const [answer] = await this.answers([document], reader);
    return answer!;
  }

  async answers(documents: readonly UserDocument[], reader: Reader): Promise<UserAnswer[]> {
    const ids = new Set(documents.flatMap(({ user }) => user.positionIds));
    const positions = await this.readModels.getMany<PositionDocument>(positionModel, [...ids]);
    return documents.map(({ user }) => {
      const held = user.positionIds.flatMap((id) => positions.get(String(id)) ?? []);
      const byName = held.sort((a, b) => (a.nameKey < b.nameKey ? -1 : a.nameKey > b.nameKey ? 1 : 0));
      return this.joined(
        user,
        byName.map(({ state: { id, name } }) => ({ id, name })),
        reader,
      );
    });
  }

  /** E-mail, phone and hourly rate are visible to the person, admins and auditors only. */
  private joined(user: User, positions: readonly NamedRef[], reader: Reader): UserAnswer {
    const { id: userId, role, active, revision } = user;
    const person = this.people.get(userId);
    const open = seesAll(reader) || reader.id === userId;
    return {
      id: userId,
      name: this.people.name(userId),
      email: open ? (person?.email ?? null) : null,
      phone: open ? (person?.phone ?? null) : null,
      role,
      positions,
      attendance: user.attendance,
      active,
      avatarUrl: this.people.avatarUrlOf(userId),
      hourlyRate: open ? user.hourlyRate : null,
      revision,
      ...(user.erased && { erased: true }),
    };
  }

  /** @param origin URL origin of the request */
  async me(
    document: UserDocument,
    { projects, attendance = false }: Pick<Reader, 'projects' | 'attendance'>,
    origin: string,
  ): Promise<MeAnswer> {
    const { id: userId, role } = document.user;
    return {
      ...(await this.answer(document, { id: userId, role, projects })),
      attendance,
      language: this.people.languageOf(userId),
      password: this.people.get(userId)?.password ?? 'none',
      secondStep: await this.secondSteps.stateOf({ id: userId, role }),
      calendarUrl: await this.calendars.urlOf(userId, origin),
      mayCreateProjects: mayCreateProjects(role),
      projects,
      areas: this.settings.areas,
      hiddenAreas: this.settings.hiddenAreas,
    };
  }

  seesEmails(reader: Reader): boolean {
    return seesAll(reader);
  }

  /**
   * Ids of the people that the reader sees; null means everybody. A collaborator sees only people of the tasks and
   * projects they see.
   */
  async visible(reader: Reader): Promise<ReadonlySet<number> | null> {
    return reader.role === 'collaborator' ? this.visiblePeople.of(reader) : null;
  }

  /** Names of people in past data for this reader; people whom they do not see now get a number instead of a name. */
  async namesFor(reader: Reader): Promise<NamePerson> {
    const seen = await this.visible(reader);
    return (id) => (seen === null || seen.has(id) ? this.people.ref(id) : { id, name: `#${id}` });
  }

  /**
   * The same for these people only. People in `certain`, such as the parties of a visible task, need no search in
   * everything that the reader sees.
   */
  async namesAmong(
    ids: Iterable<number | null>,
    reader: Reader,
    certain: readonly (number | null)[] = [],
  ): Promise<NamePerson> {
    const known = new Set([reader.id, null, ...certain]);
    const isCertain = reader.role !== 'collaborator' || [...ids].every((id) => known.has(id));
    if (isCertain) return (id) => this.people.ref(id);
    const others = await this.namesFor(reader);
    return (id) => (known.has(id) ? this.people.ref(id) : others(id));
  }

  /** Ids of the visible people whose name looks like that of another visible person; in ascending order. */
  async alike(reader: Reader): Promise<readonly number[]> {
    const visible = await this.visible(reader);
    const seen =
      visible === null ? this.people.alike() : this.people.alike().map((ids) => ids.filter((id) => visible.has(id)));
    return seen
      .filter(({ length }) => length > 1)
      .flat()
      .sort((a, b) => a - b);
  }

  /**
   * For texts that are read without their context: a name that looks like another's is followed by the person's number.
   */
  async distinct(reader: Reader): Promise<(person: PersonRef | null) => PersonRef | null> {
    const alike = new Set(await this.alike(reader));
    return (person) => (person && alike.has(person.id) ? { ...person, name: `${person.name} #${person.id}` } : person);
  }
}
