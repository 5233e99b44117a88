import type { ProjectEvent } from '@gos/domain';
import { projectSamples } from '@gos/domain/project/project.samples';
import { describe, expect, it } from '@jest/globals';
import { fed, recorded } from '../testing/fed';
import { projectModel } from './project';

const all = Object.values(projectSamples) as ProjectEvent[];
const happened = (events: readonly ProjectEvent[], id = 5) => events.map((event) => recorded(`project-${id}`, event));
const named = (projectId: number, name: string): ProjectEvent => ({
  type: 'ProjectCreated',
  data: { ...projectSamples.ProjectCreated.data, projectId, name },
});

describe('project documents', () => {
  it('hold the project as its events made it', async () => {
    const document = (await fed(projectModel, happened(all))).get('5')!;
    expect(document).toMatchObject({
      projectId: 5,
      parties: [],
      project: { active: false, finishDate: null, revision: all.length },
    });
    expect(document.project).toMatchObject({ id: 5, name: 'Nový obchod', members: [] });
    const before = (await fed(projectModel, happened(all.slice(0, 3)))).get('5')!;
    expect(before).toMatchObject({ project: { active: true, finishDate: '2027-03-31', revision: 3 } });
    expect(before.project.members).toEqual([{ userId: 2, permission: 'manage', notification: 'mine' }]);
  });

  it('are found by words of the name and of the contracts, as they are now', async () => {
    const created = (await fed(projectModel, happened(all.slice(0, 1)))).get('5')!;
    expect([...created.words].sort()).toEqual(
      ['5', 'novy', 'e', 'shop', '2026', '114', 'ramcova', 'smlouva', 'novakovy', 'zavody'].sort(),
    );
    const edited = (await fed(projectModel, happened(all))).get('5')!;
    expect(edited.words).toEqual(['5', 'novy', 'obchod']);
  });

  it('sort by name as a Czech dictionary does', async () => {
    const names = ['Čára', 'Cihla', 'Chata', 'Hora'];
    const events = names.flatMap((name, index) => happened([named(index + 1, name)], index + 1));
    const sorted = [...(await fed(projectModel, events)).values()].sort((a, b) => (a.nameKey < b.nameKey ? -1 : 1));
    expect(sorted.map(({ project }) => project.name)).toEqual(['Cihla', 'Čára', 'Hora', 'Chata']);
  });

  it('are of projects only', async () => {
    const strange = recorded('board-5', projectSamples.ProjectCreated);
    expect((await fed(projectModel, [strange])).size).toBe(0);
    const unborn = await fed(projectModel, happened(all.slice(1)));
    expect(unborn.size).toBe(0);
  });
});
