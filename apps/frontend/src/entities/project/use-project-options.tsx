import { foldText } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useT } from '../../i18n';
import type { PickerOption } from '../../ui/fields/picker';
import pieces from '../../ui/pieces.module.css';
import { useMe } from '../user/users.api';
import { isMember } from './is-member';
import { ProjectSquare } from './project-square';
import { projectsQuery } from './projects.api';

/** Active projects as choices, the reader's own first; found whatever the diacritics. */
export function useProjectOptions(search: string, chosen: number | null) {
  const t = useT();
  const me = useMe();
  const { data, isPending } = useQuery(projectsQuery());
  const options = useMemo((): readonly PickerOption[] => {
    const words = foldText(search).split(/\s+/).filter(Boolean);
    const found = (data ?? []).filter(({ name }) => words.every((word) => foldText(name).includes(word)));
    const mine = found.filter((project) => isMember(project, me.id));
    const others = found.filter((project) => !isMember(project, me.id));
    const divided = mine.length > 0 && others.length > 0;
    return [...mine, ...others].map((project, index) => ({
      value: String(project.id),
      chosen: project.id === chosen,
      ...(divided && { group: t(index < mine.length ? 'project.mine' : 'project.others') }),
      content: (
        <span className={pieces.inline}>
          <ProjectSquare id={project.id} />
          <span className={pieces.word}>{project.name}</span>
        </span>
      ),
    }));
  }, [data, search, chosen, me.id, t]);
  return { options, projects: data, nothing: t(isPending ? 'app.loading' : 'project.nothing') };
}
