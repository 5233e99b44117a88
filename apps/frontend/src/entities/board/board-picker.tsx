import type { BoardAnswer, NamedRef } from '@gos/contract';
import { boardSections } from '@gos/domain';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useT } from '../../i18n';
import { Picker, type PickerOption } from '../../ui/fields/picker';
import pieces from '../../ui/pieces.module.css';
import { Avatar } from '../user/avatar';
import { matchesName } from '../user/use-people';
import { boardsQuery } from './boards.api';

type TargetProps = Parameters<Parameters<typeof Picker>[0]['children']>[0];

const toProject = 'project';

interface BoardPickerProps {
  readonly label: string;
  /** The project that offers its boards; null: the task is in no project. */
  readonly project: NamedRef | null;
  readonly value: NamedRef | null;
  readonly onChange: (board: BoardAnswer | null) => void;
  /** The next step of a task that is in no project. */
  readonly onChooseProject: () => void;
  readonly children: (props: TargetProps) => ReactElement;
}

/** The boards of one project, by their sections. */
export function BoardPicker({ label, project, value, onChange, onChooseProject, children }: BoardPickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const { data, isPending, isError } = useQuery({
    ...boardsQuery(project?.id ?? 0),
    enabled: opened && project !== null,
  });
  const boards = (data ?? []).filter(({ name, deleted }) => deleted !== true && matchesName(name, search));

  function options(): readonly PickerOption[] {
    if (project === null) {
      const group = t('task.not-in-project');
      return [{ value: toProject, group, content: t('task.project.choose') }];
    }
    const none = { value: '', content: t('task.board.none'), chosen: value === null };
    const sections = boardSections.flatMap((section) =>
      boards
        .filter((board) => board.section === section)
        .map(({ id, name, assignedUser }) => ({
          value: String(id),
          group: t(`board.section.${section}`),
          chosen: id === value?.id,
          content: (
            <span className={pieces.inline}>
              <span className={pieces.word}>{name}</span>
              {assignedUser && <Avatar person={assignedUser} size={18} />}
            </span>
          ),
        })),
    );
    return [...(search === '' && !isPending && !isError ? [none] : []), ...sections];
  }

  return (
    <Picker
      label={label}
      placeholder={t('task.board.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(isPending ? 'task.people.loading' : isError ? 'task.board.failed-to-load' : 'task.board.nothing')}
      onPick={(id) => {
        if (id === toProject) onChooseProject();
        else onChange(boards.find((board) => String(board.id) === id) ?? null);
      }}
      options={options()}
    >
      {children}
    </Picker>
  );
}
