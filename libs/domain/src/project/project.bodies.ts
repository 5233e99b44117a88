import { projectPermissions } from '../kernel/actor';
import type { CommandOf } from '../kernel/aggregate';
import { urlLine } from '../kernel/fields';
import { limits } from '../kernel/limits';
import {
  choice,
  component,
  day,
  flag,
  id,
  list,
  object,
  optional,
  optionalOrNull,
  orNull,
  partial,
  type TypeOf,
  text,
} from '../kernel/shape';
import type { UndoBody } from '../kernel/undo';
import { type Contract, type Member, notificationLevels } from './project';
import { projectFieldChecks } from './project.fields';

const givenContract = component(
  'ProjectContractDto',
  object({ contractId: text(), name: optional(text()), client: optional(text()) }),
);

/** A contract with default name and client, which a body may omit. */
export const wholeContract = ({ contractId, name = '', client = '' }: TypeOf<typeof givenContract>): Contract => ({
  contractId,
  name,
  client,
});

/** Stored with name and client filled in. */
const contract = { ...givenContract, normal: wholeContract };
const name = text(projectFieldChecks.name);
const description = text(projectFieldChecks.description, 2 * limits.description.maxBytes);
const externalTicketSystemUrl = text(projectFieldChecks.externalTicketSystemUrl, 2 * urlLine.max);
const contracts = list(contract, {
  max: limits.contracts.max,
  check: (value, path) => projectFieldChecks.contracts(value.map(wholeContract), path),
});
const permission = choice(projectPermissions);
const notification = choice(notificationLevels);

/** The request bodies of the project commands, by command type. */
export const projectBodies = {
  create: object({
    name,
    description: optionalOrNull(description),
    externalTicketSystemUrl: optionalOrNull(externalTicketSystemUrl),
    finishDate: optionalOrNull(day),
    active: optionalOrNull(flag),
    contracts: optionalOrNull(contracts),
  }),
  edit: partial(
    object({
      name,
      description,
      externalTicketSystemUrl: orNull(externalTicketSystemUrl),
      finishDate: orNull(day),
      active: flag,
      contracts,
    }),
  ),
  addMember: object({ userId: id, permission, notification }),
  changeMember: partial(object({ permission, notification })),
};

type Wire = { readonly [N in keyof typeof projectBodies]: TypeOf<(typeof projectBodies)[N]> };
type OfMember = Pick<Member, 'userId'>;

/** The body of each project command, with the member id from the path where there is one. */
export interface ProjectBodies extends Omit<Wire, 'changeMember'> {
  readonly changeMember: Wire['changeMember'] & OfMember;
  readonly removeMember: OfMember;
  readonly undo: UndoBody;
}
export type ProjectCommand = CommandOf<ProjectBodies>;
