import type { MissingDayReminders as Reminded, TeamMonth } from '@gos/contract';
import { monthSpan, refuse, worklogAggregate } from '@gos/domain';
import { type UserDocument, userModel } from '@gos/projections';
import { Inject, Injectable } from '@nestjs/common';
import { CommandBus } from '@nestjs/cqrs';
import type { PersonSender } from '../../engine/commands/command-sender';
import { RunCommand } from '../../engine/commands/run-command';
import { ActiveReadModels } from '../../engine/projections/active-read-models';
import { CONFIG, type Config } from '../../kernel/config';
import { inParts } from '../../kernel/pieces';
import { Refused } from '../../kernel/refused';
import { People } from '../../shared/user/people';
import type { AskedMonth } from './month-days';
import { TeamMonths } from './team-months';

/** Reminders that are sent at the same time. */
const atOnce = 8;

/** The missing days that the person can still fill. */
const openDays = ({ missingDays, closedTo }: TeamMonth) =>
  missingDays.filter((day) => closedTo === null || day > closedTo);

/** Reminds people of the days of a month on which they planned work and recorded none. */
@Injectable()
export class MissingDayReminders {
  constructor(
    private readonly commands: CommandBus,
    private readonly team: TeamMonths,
    private readonly people: People,
    private readonly readModels: ActiveReadModels,
    @Inject(CONFIG) private readonly config: Pick<Config, 'timeZone'>,
  ) {}

  /** @throws Refused when one of the people does not exist, before anybody is reminded */
  async send(asked: AskedMonth, userIds: readonly number[], sender: PersonSender): Promise<Reminded> {
    const ids = [...new Set(userIds)];
    const users = await this.readModels.getMany<UserDocument>(userModel, ids);
    if (ids.some((id) => !users.has(String(id)))) throw new Refused(refuse('user.not-found'));
    const active = ids.filter((id) => users.get(String(id))!.user.active);
    const rows = active.length === 0 ? [] : await this.team.of(asked, active, sender.actor);
    const missing = rows.filter((row) => openDays(row).length > 0);
    const reminded = new Set<number>();
    for await (const part of inParts(missing, atOnce)) {
      const sent = await Promise.all(part.map((row) => this.remind(row, asked, sender)));
      for (const [index, { userId }] of part.entries()) if (sent[index]) reminded.add(userId);
    }
    const refs = (which: readonly number[]) => which.map((id) => this.people.ref(id));
    const asTold = missing.map(({ userId }) => userId);
    return {
      reminded: refs(asTold.filter((id) => reminded.has(id))),
      already: refs(asTold.filter((id) => !reminded.has(id))),
      skipped: refs(ids.filter((id) => !asTold.includes(id))),
    };
  }

  /** Returns whether the person is reminded by this request. */
  private async remind(row: TeamMonth, { year, month }: AskedMonth, sender: PersonSender): Promise<boolean> {
    const { userId } = row;
    const { month: name } = monthSpan(year, month, this.config.timeZone);
    const command = { type: 'remindOfDays', body: { userId, month: name, days: openDays(row) } } as const;
    const { idempotency } = sender;
    // A key is valid in one stream, and each person has one.
    const own = idempotency && { ...idempotency, key: `${idempotency.key} ${userId}` };
    const { changed } = await this.commands.execute(
      new RunCommand(worklogAggregate, userId, command, { ...sender, ...(own && { idempotency: own }) }),
    );
    return changed;
  }
}
