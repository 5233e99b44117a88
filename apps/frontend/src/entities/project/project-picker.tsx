import type { NamedRef, ProjectAnswer } from '@gos/contract';
import { Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, useState } from 'react';
import { useT } from '../../i18n';
import { Picker } from '../../ui/fields/picker';
import pieces from '../../ui/pieces.module.css';
import { matchesName } from '../user/use-people';
import { ProjectSquare } from './project-square';
import { projectPageQuery, projectsQuery } from './projects.api';

type TargetProps = Parameters<Parameters<typeof Picker>[0]['children']>[0];

/** Inactive projects, listed so that a person who searches for one sees why it takes no tasks. */
const inactive = projectPageQuery({ page: 1, pageSize: 100, sort: 'name', active: false });

const byChoice = (chosen: number | undefined) => (a: ProjectAnswer, b: ProjectAnswer) =>
  Number(b.id === chosen) - Number(a.id === chosen);

interface ProjectPickerProps {
  readonly label: string;
  readonly value: NamedRef | null;
  readonly onChange: (project: NamedRef | null) => void;
  readonly children: (props: TargetProps) => ReactElement;
}

/** Projects that the reader may put tasks in; inactive ones say why they can't be chosen. */
export function ProjectPicker({ label, value, onChange, children }: ProjectPickerProps) {
  const t = useT();
  const [search, setSearch] = useState('');
  const [opened, setOpened] = useState(false);
  const active = useQuery({ ...projectsQuery(), enabled: opened });
  const others = useQuery({ ...inactive, enabled: opened });
  const open = (active.data ?? []).filter(({ can }) => can.tasks === true).sort(byChoice(value?.id));
  const closed = (others.data?.items ?? []).filter(({ can }) => can.tasks === 'project.inactive');
  const projects = [...open, ...closed].filter(({ name }) => matchesName(name, search));
  const none = { value: '', content: t('task.project.none'), chosen: value === null };
  return (
    <Picker
      label={label}
      placeholder={t('task.project.find')}
      search={search}
      onSearch={setSearch}
      onOpened={() => setOpened(true)}
      nothing={t(
        active.isPending
          ? 'task.people.loading'
          : active.isError
            ? 'task.project.failed-to-load'
            : 'task.project.nothing',
      )}
      onPick={(id) => {
        const project = open.find((one) => String(one.id) === id);
        onChange(project ? { id: project.id, name: project.name } : null);
      }}
      options={[
        ...(search === '' && (open.length > 0 || value !== null) ? [none] : []),
        ...projects.map(({ id, name, can }) => ({
          value: String(id),
          disabled: can.tasks !== true,
          chosen: id === value?.id,
          content: (
            <span className={pieces.inline}>
              <ProjectSquare id={id} />
              <span className={pieces.word}>
                {name}{' '}
                {can.tasks !== true && (
                  <Text span display="block" fz={11.5} lh={1.35} style={{ whiteSpace: 'normal' }}>
                    {t(can.tasks)}
                  </Text>
                )}
              </span>
            </span>
          ),
        })),
      ]}
    >
      {children}
    </Picker>
  );
}
