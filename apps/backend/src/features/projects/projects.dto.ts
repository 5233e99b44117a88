import {
  type BoardSection,
  boardFieldChecks,
  boardSections,
  type Contract,
  type Day,
  type FieldError,
  type Instant,
  limits,
  type NotificationLevel,
  notificationLevels,
  type ProjectPermission,
  projectFieldChecks,
  projectPermissions,
} from '@gos/domain';
import { descriptionError } from '../../http/description';
import { choice, day, Field, flag, id, instant, list, record, text } from '../../http/validation';

const optional = { optional: true } as const;
const orNull = { optional: true, nullable: true } as const;

const contract = record({ contractId: text(), name: text(), client: text() }, ['contractId']);
const contracts = list(contract, limits.contracts.max, (value: ContractInput[], path): FieldError | null =>
  projectFieldChecks.contracts(value.map(wholeContract), path),
);

/** Name and client may be left out. */
export type ContractInput = Pick<Contract, 'contractId'> & Partial<Contract>;

export const wholeContract = ({ contractId, name = '', client = '' }: ContractInput): Contract => ({
  contractId,
  name,
  client,
});

export class CreateProjectDto {
  @Field(text(projectFieldChecks.name)) name: string;
  @Field(text(descriptionError), orNull) description?: string | null;
  @Field(text(projectFieldChecks.externalTicketSystemUrl), orNull) externalTicketSystemUrl?: string | null;
  @Field(day, orNull) finishDate?: Day | null;
  @Field(flag, orNull) active?: boolean | null;
  @Field(contracts, orNull) contracts?: ContractInput[] | null;
}

/** What a PATCH may change. */
export class EditProjectDto {
  @Field(text(projectFieldChecks.name), optional) name?: string;
  @Field(text(descriptionError), optional) description?: string;
  @Field(text(projectFieldChecks.externalTicketSystemUrl), orNull) externalTicketSystemUrl?: string | null;
  @Field(day, orNull) finishDate?: Day | null;
  @Field(flag, optional) active?: boolean;
  @Field(contracts, optional) contracts?: ContractInput[];
}

export class AddMemberDto {
  @Field(id) userId: number;
  @Field(choice(projectPermissions)) permission: ProjectPermission;
  @Field(choice(notificationLevels)) notification: NotificationLevel;
}

export class ChangeMemberDto {
  @Field(choice(projectPermissions), optional) permission?: ProjectPermission;
  @Field(choice(notificationLevels), optional) notification?: NotificationLevel;
}

export class CreateBoardDto {
  @Field(text(boardFieldChecks.name)) name: string;
  @Field(choice(boardSections)) section: BoardSection;
  @Field(text(boardFieldChecks.description), orNull) description?: string | null;
  @Field(instant, orNull) deadline?: Instant | null;
  @Field(id, orNull) assignedUserId?: number | null;
}

/** What a PATCH may change. */
export class EditBoardDto {
  @Field(text(boardFieldChecks.name), optional) name?: string;
  @Field(text(boardFieldChecks.description), optional) description?: string;
  @Field(instant, orNull) deadline?: Instant | null;
  @Field(id, orNull) assignedUserId?: number | null;
}

export class MoveBoardDto {
  @Field(choice(boardSections)) section: BoardSection;
  @Field(id, orNull) beforeId?: number | null;
}
