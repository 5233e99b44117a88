import type { SearchItem } from '@gos/contract';
import { foldText } from '@gos/domain';
import { Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Fragment, type ReactNode, useMemo } from 'react';
import { ProjectSquare } from '../entities/project/project-square';
import { projectsQuery } from '../entities/project/projects.api';
import { useAreaCommands } from '../features/areas/area-commands';
import { quickSearchQuery } from '../features/search/search.api';
import { useT } from '../i18n';
import { type PaletteCommand, useRegisteredCommands } from '../lib/commands';
import { Keys } from '../ui/keys';
import pieces from '../ui/pieces.module.css';
import { Muted } from '../ui/quiet-text';

const ResultText = ({ children }: { readonly children: ReactNode }) => (
  <Text span inherit truncate flex={1}>
    {children}
  </Text>
);

/** Words found are between \u0002 and \u0003. */
function Snippet({ text }: { readonly text: string }) {
  const parts = text.split('\u0002').flatMap((part) => part.split('\u0003'));
  return (
    <Muted span>
      {parts.map(
        (part, index): ReactNode =>
          index % 2 === 1 ? <mark key={index + part}>{part}</mark> : <Fragment key={index + part}>{part}</Fragment>,
      )}
    </Muted>
  );
}

/** The name with what was found in it, or the name followed by the other text with what was found. */
function FoundText({ item: { name, snippet, field } }: { readonly item: SearchItem }) {
  return (
    <ResultText>
      {field === 'name' ? <Snippet text={snippet} /> : name}{' '}
      {field !== 'name' && field !== 'id' && <Snippet text={snippet} />}
    </ResultText>
  );
}

export interface PaletteEntry {
  readonly id: string;
  readonly group: string;
  readonly run: () => void;
  readonly content: ReactNode;
  /** A hit of what was typed before, shown until the present search is answered. */
  readonly isOld?: boolean;
}

const maxProjects = 5;

/** Active projects whose names contain every typed word; none before anything is typed. */
function useFoundProjects(text: string) {
  const { data } = useQuery(projectsQuery());
  const folded = useMemo(() => (data ?? []).map(({ id, name }) => ({ id, name, text: foldText(name) })), [data]);
  return useMemo(() => {
    const words = foldText(text).split(/\s+/).filter(Boolean);
    if (words.length === 0) return [];
    return folded.filter((project) => words.every((word) => project.text.includes(word))).slice(0, maxProjects);
  }, [folded, text]);
}

function matching(commands: readonly PaletteCommand[], text: string): readonly PaletteCommand[] {
  const words = foldText(text).split(/\s+/).filter(Boolean);
  return commands.filter(({ label }) => words.every((word) => foldText(label).includes(word)));
}

/** Commands that contain every typed word; those of the areas once something is typed. */
function useCommandEntries(text: string): readonly PaletteEntry[] {
  const t = useT();
  const navigate = useNavigate();
  const registered = useRegisteredCommands();
  const areas = useAreaCommands();
  return useMemo(() => {
    const q = text.trim();
    const entries = matching(q === '' ? registered : [...registered, ...areas], text).map(
      ({ id, label, key, group, run }): PaletteEntry => ({
        id,
        group: group ?? t('search.commands'),
        run,
        content: (
          <>
            <ResultText>{label}</ResultText>
            {key && <Keys keys={key} />}
          </>
        ),
      }),
    );
    if (q === '') return entries;
    const everywhere: PaletteEntry = {
      id: 'search-everywhere',
      group: t('search.commands'),
      run: () => void navigate({ to: '/tasks/search', search: { q } }),
      content: <ResultText>{t('search.everywhere', { q })}</ResultText>,
    };
    return [...entries, everywhere];
  }, [text, registered, areas, navigate, t]);
}

/** Projects, tasks and boards. */
function useHits(text: string) {
  const t = useT();
  const navigate = useNavigate();
  const projects = useFoundProjects(text);
  const [asked] = useDebouncedValue(text, 120);
  const found = useQuery(quickSearchQuery(asked));
  const isOld = asked !== text || found.isPlaceholderData;

  const entries = useMemo((): readonly PaletteEntry[] => {
    const items = text.trim() === '' ? [] : (found.data?.items ?? []);
    const toProject = (projectId: number) => () =>
      void navigate({ to: '/tasks/project/$projectId', params: { projectId } });
    const toTask = (taskId: number) => () =>
      void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId }) });
    const toBoard = (projectId: number, boardId: number) => () =>
      void navigate({ to: '/tasks/project/$projectId/board/$boardId', params: { projectId, boardId } });

    const named = projects.map(
      ({ id, name }): PaletteEntry => ({
        id: `project-${id}`,
        group: t('nav.projects'),
        run: toProject(id),
        content: (
          <>
            <ProjectSquare id={id} />
            <ResultText>{name}</ResultText>
          </>
        ),
      }),
    );
    const isNamed = new Set(projects.map(({ id }) => id));
    const others = items
      .filter(({ model, id }) => model === 'project' && !isNamed.has(id))
      .map(
        (item): PaletteEntry => ({
          id: `project-${item.id}`,
          isOld,
          group: t('nav.projects'),
          run: toProject(item.id),
          content: (
            <>
              <ProjectSquare id={item.id} />
              <FoundText item={item} />
            </>
          ),
        }),
      );
    const tasks = items
      .filter(({ model }) => model === 'task')
      .map(
        (item): PaletteEntry => ({
          id: `task-${item.id}`,
          isOld,
          group: t('search.tasks'),
          run: toTask(item.id),
          content: (
            <>
              <span className={pieces.count}>{item.id}</span>
              <FoundText item={item} />
            </>
          ),
        }),
      );
    const boards = items.flatMap((item): PaletteEntry[] => {
      const { project } = item;
      if (item.model !== 'board' || project === null) return [];
      return [
        {
          id: `board-${item.id}`,
          isOld,
          group: t('search.boards'),
          run: toBoard(project.id, item.id),
          content: (
            <>
              <ProjectSquare id={project.id} />
              <FoundText item={item} />
              <Muted span>{project.name}</Muted>
            </>
          ),
        },
      ];
    });
    return [...named, ...others, ...tasks, ...boards];
  }, [text, found.data, isOld, projects, navigate, t]);

  return { entries, isOld, isSearching: found.isFetching };
}

/** Returns the entries of the palette for a text: search results, then commands. */
export function usePaletteEntries(text: string) {
  const hits = useHits(text);
  const commands = useCommandEntries(text);
  const entries = useMemo(() => [...hits.entries, ...commands], [hits.entries, commands]);
  return { ...hits, entries };
}
