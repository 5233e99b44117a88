import { czechSortKey, evolveProject, foldWords, type Project } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import { versions } from '../kernel/versions';
import type { Guarded } from '../kernel/visibility';

/** A project for lists, detail and references: the aggregate's state, and only such fields beside it as it does not contain. */
export interface ProjectDocument extends Guarded {
  readonly id: string;
  readonly projectId: number;
  readonly project: Project;
  readonly nameKey: string;
  readonly words: readonly string[];
}

const wordsOf = ({ id, name, contracts }: Project) => [
  ...new Set([
    String(id),
    ...foldWords(name),
    ...contracts.flatMap(({ contractId, name: contract, client }) => [contractId, contract, client].flatMap(foldWords)),
  ]),
];

export const projectModel: ReadModel<ProjectDocument> = {
  name: 'project',
  version: versions.project,
  indexes: [
    { fields: ['projectId', 'project.active'] },
    { fields: ['project.active', 'nameKey'] },
    { fields: ['parties'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
  unindexedFields: ['project.finishDate', 'project.revision'],
  own: {
    stream: 'project',
    otherwise(document, event) {
      const project = evolveProject(document?.project ?? null, event);
      if (project === null) return undefined;
      return {
        id: String(project.id),
        projectId: project.id,
        project,
        parties: [],
        nameKey: czechSortKey(project.name),
        words: wordsOf(project),
      };
    },
  },
};
