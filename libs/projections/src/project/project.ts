import { czechSortKey, foldWords, type Project, type ProjectEvent, projectDecider } from '@gos/domain';
import type { ReadModel } from '../kernel/read-model';
import type { Guarded } from '../kernel/visibility';

/** A project as lists, detail and references read it: the folded aggregate, and beside it what is looked up and sorted by. */
export interface ProjectDocument extends Guarded {
  readonly id: string;
  readonly projectId: number;
  readonly project: Project;
  readonly active: boolean;
  readonly finishDate: string | null;
  readonly nameKey: string;
  readonly words: readonly string[];
  readonly revision: number;
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
  version: 1,
  indexes: [
    { fields: ['projectId', 'active'] },
    { fields: ['active', 'nameKey'] },
    { fields: ['parties'], kind: 'many' },
    { fields: ['words'], kind: 'words' },
  ],
  fields: ['nameKey', 'finishDate', 'revision'],
  ids: (event) => (event.stream.startsWith('project-') ? [event.stream.slice(8)] : []),
  apply(document, event) {
    const project = projectDecider.evolve(document?.project ?? null, event as unknown as ProjectEvent);
    if (project === null) return undefined;
    return {
      id: String(project.id),
      projectId: project.id,
      project,
      parties: [],
      active: project.active,
      finishDate: project.finishDate,
      nameKey: czechSortKey(project.name),
      words: wordsOf(project),
      revision: project.revision,
    };
  },
};
