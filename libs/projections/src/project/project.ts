import { czechSortKey, evolveProject, foldWords, longHtmlKey, type Project } from '@gos/domain';
import { pick } from '@gos/domain/kernel/tables';
import { pastOf } from '../kernel/past';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

/** A project for lists, detail and references: the aggregate's state, and fields that it does not contain. */
export interface ProjectDocument extends Guarded {
  readonly id: string;
  readonly projectId: number;
  readonly project: Project;
  readonly nameKey: string;
  /** Sort keys of texts, in Czech order; that of the contracts is of all their names. */
  readonly descriptionKey: string;
  readonly ticketSystemKey: string | null;
  readonly contractIds: readonly string[];
  readonly contractsKey: string | null;
  readonly memberIds: readonly number[];
  /** The member by whose name projects are sorted. */
  readonly firstMemberId: number | null;
  readonly words: readonly string[];
}

const wordsOf = ({ id, name, contracts }: Project) => [
  ...new Set([
    String(id),
    ...foldWords(name),
    ...contracts.flatMap(({ contractId, name: contract, client }) => [contractId, contract, client].flatMap(foldWords)),
  ]),
];

const derivedFields = [
  'nameKey',
  'descriptionKey',
  'ticketSystemKey',
  'contractIds',
  'contractsKey',
  'words',
] as const satisfies readonly (keyof ProjectDocument)[];

/** Members come and go without a look at long texts. */
const isKept = (project: Project, before: Project) =>
  (['name', 'description', 'externalTicketSystemUrl', 'contracts'] as const).every(
    (field) => project[field] === before[field],
  );

function derivedOf(project: Project): Pick<ProjectDocument, (typeof derivedFields)[number]> {
  const { name, description, externalTicketSystemUrl, contracts } = project;
  const contractNames = contracts.map((contract) => contract.name).join(' ');
  return {
    nameKey: czechSortKey(name),
    descriptionKey: longHtmlKey(description),
    ticketSystemKey: externalTicketSystemUrl === null ? null : czechSortKey(externalTicketSystemUrl),
    contractIds: contracts.map(({ contractId }) => contractId),
    contractsKey: contractNames === '' ? null : czechSortKey(contractNames),
    words: wordsOf(project),
  };
}

export const projectModel: ReadModel<ProjectDocument> = {
  name: 'project',
  version: versions.project,
  indexes: [
    { fields: ['projectId', 'nameKey'] },
    { fields: ['nameKey', 'projectId'] },
    { fields: ['project.active', 'nameKey', 'projectId'] },
    { fields: ['parties', 'nameKey', 'projectId'], kind: 'many' },
    { fields: ['contractIds'], kind: 'many' },
    { fields: ['memberIds'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: [
    'project.finishDate',
    'project.revision',
    'descriptionKey',
    'ticketSystemKey',
    'contractsKey',
    'firstMemberId',
  ],
  own: {
    stream: 'project',
    otherwise(document, event) {
      const project = evolveProject(document?.project ?? null, event);
      if (project === null) return undefined;
      const memberIds = project.members.map(({ userId }) => userId);
      return {
        id: String(project.id),
        projectId: project.id,
        project,
        parties: [],
        ...(document && isKept(project, document.project) ? pick(document, derivedFields) : derivedOf(project)),
        memberIds,
        firstMemberId: memberIds[0] ?? null,
      };
    },
  },
};

/** The projects as they were at every moment. Descriptions are long, and read from the log. */
export const projectPastModel = pastOf(projectModel, {
  name: 'project-past',
  version: versions['project-past'],
  kept: (document) => ({ ...document, project: { ...document.project, description: '' } }),
});
