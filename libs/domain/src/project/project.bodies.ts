import { limits } from '../kernel/limits';
import {
  choice,
  day,
  flag,
  id,
  list,
  type Of,
  object,
  optional,
  optionalOrNull,
  orNull,
  partial,
  text,
} from '../kernel/shape';
import { projectPermissions } from '../task/task.rights';
import { type Contract, notificationLevels } from './project';
import { projectFieldChecks } from './project.fields';

const contract = object({ contractId: text(), name: optional(text()), client: optional(text()) });

/** Name and client may be left out. */
export const wholeContract = ({ contractId, name = '', client = '' }: Of<typeof contract>): Contract => ({
  contractId,
  name,
  client,
});

const name = text(projectFieldChecks.name);
const description = text(projectFieldChecks.description);
const externalTicketSystemUrl = text(projectFieldChecks.externalTicketSystemUrl);
const contracts = list(contract, {
  max: limits.contracts.max,
  check: (value, path) => projectFieldChecks.contracts(value.map(wholeContract), path),
});
const permission = choice(projectPermissions);
const notification = choice(notificationLevels);

/** What comes with a command on a project, by its type. */
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
