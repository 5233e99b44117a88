import {
  type Contract,
  codePoints,
  type FieldError,
  normalizeText,
  type ProjectField,
  type ProjectFields,
  projectFieldChecks,
} from '@gos/domain';

export const emptyProject: ProjectFields = {
  name: '',
  description: '',
  externalTicketSystemUrl: null,
  finishDate: null,
  active: true,
  contracts: [],
};

/** The fields alone: a project has its members too, which may be many. */
export const fieldsOf = (project: ProjectFields): ProjectFields => {
  const { name, description, externalTicketSystemUrl, finishDate, active, contracts } = project;
  return { name, description, externalTicketSystemUrl, finishDate, active, contracts };
};

export const emptyContract: Contract = { contractId: '', name: '', client: '' };

const isBlank = ({ contractId, name, client }: Contract) => normalizeText(`${contractId}${name}${client}`) === '';

/** Rows in which nothing is written are no contracts. */
const writtenContracts = (contracts: readonly Contract[]) => contracts.filter((one) => !isBlank(one));

/** A path within the contracts that are sent, as the row of the form that it means. */
export function rowPath(path: string, contracts: readonly Contract[]): string {
  const found = /^contracts\.(\d+)\.(.+)$/.exec(path);
  if (!found) return path;
  const rows = contracts.flatMap((one, index) => (isBlank(one) ? [] : [index]));
  return `contracts.${rows[Number(found[1])] ?? 0}.${found[2]}`;
}

/** The domain's own limits, by the paths of the form. */
export function projectErrors(draft: ProjectFields): Readonly<Record<string, FieldError>> {
  const url = normalizeText(draft.externalTicketSystemUrl ?? '');
  const contracts = projectFieldChecks.contracts(writtenContracts(draft.contracts));
  const found: readonly (FieldError | null)[] = [
    projectFieldChecks.name(draft.name),
    projectFieldChecks.description(draft.description),
    contracts && { ...contracts, path: rowPath(contracts.path, draft.contracts) },
    url === '' ? null : projectFieldChecks.externalTicketSystemUrl(url),
  ];
  return Object.fromEntries(found.flatMap((error) => (error === null ? [] : [[error.path, error]])));
}

/** The fields as they are sent. */
export const projectBody = ({ name, description, finishDate, active, ...draft }: ProjectFields): ProjectFields => ({
  name: normalizeText(name),
  description,
  externalTicketSystemUrl: normalizeText(draft.externalTicketSystemUrl ?? '') || null,
  finishDate,
  active,
  contracts: writtenContracts(draft.contracts).map(({ contractId, name, client }) => ({
    contractId: normalizeText(contractId),
    name: normalizeText(name),
    client: normalizeText(client),
  })),
});

export const nameLength = (name: string): number => codePoints(normalizeText(name));

function isContract(value: unknown): value is Contract {
  return (
    typeof value === 'object' &&
    value !== null &&
    ['contractId', 'name', 'client'].every((field) => typeof (value as Record<string, unknown>)[field] === 'string')
  );
}

const kinds: Record<ProjectField, (value: unknown) => boolean> = {
  name: (value) => typeof value === 'string',
  description: (value) => typeof value === 'string',
  externalTicketSystemUrl: (value) => value === null || typeof value === 'string',
  finishDate: (value) => value === null || typeof value === 'string',
  active: (value) => typeof value === 'boolean',
  contracts: (value) => Array.isArray(value) && value.every(isContract),
};

/** Whether a kept value still fits the form. */
export const fitsProject = (field: string, value: unknown): boolean =>
  Object.hasOwn(kinds, field) && kinds[field as ProjectField](value);
