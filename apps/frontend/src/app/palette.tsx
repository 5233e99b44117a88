import type { SearchItem } from '@gos/contract';
import { foldText } from '@gos/domain';
import { Modal, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import {
  Fragment,
  type KeyboardEvent,
  type ReactNode,
  useEffect,
  useEffectEvent,
  useMemo,
  useRef,
  useState,
} from 'react';
import { ProjectSquare } from '../entities/project/project-square';
import { projectsQuery } from '../entities/project/projects.api';
import { useAreaCommands } from '../features/areas/area-commands';
import { quickSearchQuery } from '../features/search/search.api';
import { useT } from '../i18n';
import { type PaletteCommand, useRegisteredCommands } from '../lib/commands';
import { useFocusReturn } from '../lib/use-focus-return';
import { Keys } from '../ui/keys';
import classes from './shell.module.css';

/** Words found stand between \u0002 and \u0003. */
function Snippet({ text }: { readonly text: string }) {
  const parts = text.split('\u0002').flatMap((part) => part.split('\u0003'));
  return (
    <span className={classes.snippet}>
      {parts.map(
        (part, index): ReactNode =>
          index % 2 === 1 ? <mark key={index + part}>{part}</mark> : <Fragment key={index + part}>{part}</Fragment>,
      )}
    </span>
  );
}

/** The name with what was found in it, or the name followed by the other text with what was found. */
function FoundText({ item: { name, snippet, field } }: { readonly item: SearchItem }) {
  return (
    <span className={classes.resultText}>
      {field === 'name' ? <Snippet text={snippet} /> : name}{' '}
      {field !== 'name' && field !== 'id' && <Snippet text={snippet} />}
    </span>
  );
}

interface Entry {
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

function groupsOf(entries: readonly Entry[]): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of entries) groups.set(entry.group, [...(groups.get(entry.group) ?? []), entry]);
  return groups;
}

/** Go to, find tasks, and everything that can be done now: one box, by keyboard. */
export function Palette({ onClose }: { readonly onClose: () => void }) {
  useFocusReturn();
  const t = useT();
  const navigate = useNavigate();
  const registered = useRegisteredCommands();
  const areas = useAreaCommands();
  const [text, setText] = useState('');
  const commands = useMemo(
    () => (text.trim() === '' ? registered : [...registered, ...areas]),
    [text, registered, areas],
  );
  const [asked] = useDebouncedValue(text, 120);
  const [current, setCurrent] = useState(0);
  const found = useQuery(quickSearchQuery(asked));
  const projects = useFoundProjects(text);
  const list = useRef<HTMLDivElement>(null);
  const isOld = asked !== text || found.isPlaceholderData;
  const [isAwaited, setAwaited] = useState(false);

  const entries = useMemo((): readonly Entry[] => {
    const items = text.trim() === '' ? [] : (found.data?.items ?? []);
    const shown = new Set(projects.map(({ id }) => id));
    const others = items.filter(({ model, id }) => model === 'project' && !shown.has(id));
    const toProject = (projectId: number) => () =>
      void navigate({ to: '/tasks/project/$projectId', params: { projectId } });
    return [
      ...projects.map(({ id, name }) => ({
        id: `project-${id}`,
        group: t('nav.projects'),
        run: toProject(id),
        content: (
          <>
            <ProjectSquare id={id} />
            <span className={classes.resultText}>{name}</span>
          </>
        ),
      })),
      ...others.map((item) => ({
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
      })),
      ...items
        .filter(({ model }) => model === 'task')
        .map((item) => ({
          id: `task-${item.id}`,
          isOld,
          group: t('search.tasks'),
          run: () => void navigate({ to: '.', search: (previous: object) => ({ ...previous, taskId: item.id }) }),
          content: (
            <>
              <span className={classes.resultNumber}>{item.id}</span>
              <FoundText item={item} />
            </>
          ),
        })),
      ...items.flatMap((item) => {
        const { project } = item;
        if (item.model !== 'board' || project === null) return [];
        return [
          {
            id: `board-${item.id}`,
            isOld,
            group: t('search.boards'),
            run: () =>
              void navigate({
                to: '/tasks/project/$projectId/board/$boardId',
                params: { projectId: project.id, boardId: item.id },
              }),
            content: (
              <>
                <ProjectSquare id={project.id} />
                <FoundText item={item} />
                <span className={classes.snippet}>{project.name}</span>
              </>
            ),
          },
        ];
      }),
      ...matching(commands, text).map(({ id, label, key, group, run }) => ({
        id,
        group: group ?? t('search.commands'),
        run,
        content: (
          <>
            <span className={classes.resultText}>{label}</span>
            {key && <Keys keys={key} />}
          </>
        ),
      })),
      ...(text.trim() === ''
        ? []
        : [
            {
              id: 'search-everywhere',
              group: t('search.commands'),
              run: () => void navigate({ to: '/tasks/search', search: { q: text.trim() } }),
              content: <span className={classes.resultText}>{t('search.everywhere', { q: text.trim() })}</span>,
            },
          ]),
    ];
  }, [text, found.data, isOld, projects, commands, navigate, t]);

  const grouped = useMemo(() => groupsOf(entries), [entries]);
  const ordered = useMemo(() => [...grouped.values()].flat(), [grouped]);
  const index = Math.min(current, ordered.length - 1);

  useEffect(() => {
    list.current?.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  });

  function run(entry: Entry | undefined) {
    if (!entry) return;
    onClose();
    entry.run();
  }

  const runAwaited = useEffectEvent(() => run(ordered[index]));
  useEffect(() => {
    if (isAwaited && !isOld) runAwaited();
  }, [isAwaited, isOld]);

  function onKeyDown(event: KeyboardEvent) {
    const by = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (by !== 0) {
      event.preventDefault();
      setCurrent((index + by + ordered.length) % Math.max(1, ordered.length));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      if (ordered[index]?.isOld) setAwaited(true);
      else run(ordered[index]);
    }
  }

  return (
    <Modal
      opened
      onClose={onClose}
      withCloseButton={false}
      size={600}
      padding={0}
      yOffset="12vh"
      centered={false}
      attributes={{ content: { 'aria-label': t('nav.search') } }}
    >
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        px={8}
        py={6}
        leftSection={<IconSearch size={18} aria-hidden />}
        placeholder={t('search.placeholder')}
        aria-label={t('search.placeholder')}
        role="combobox"
        aria-expanded
        aria-controls="palette-results"
        aria-activedescendant={ordered[index] && `palette-${ordered[index].id}`}
        value={text}
        onKeyDown={onKeyDown}
        onChange={(event) => {
          setText(event.currentTarget.value);
          setCurrent(0);
          setAwaited(false);
        }}
      />
      {ordered.length === 0 ? (
        <p className={classes.hint} role="status">
          {found.isFetching ? t('search.hint') : t('search.nothing')}
        </p>
      ) : (
        <div id="palette-results" role="listbox" aria-label={t('nav.search')} className={classes.results} ref={list}>
          {[...grouped].map(([group, members]) => (
            // biome-ignore lint/a11y/useSemanticElements: groups of a listbox have no element of their own
            <div key={group} role="group" aria-label={group}>
              <div className={classes.resultGroup} aria-hidden>
                {group}
              </div>
              {members.map((entry) => (
                // biome-ignore lint/a11y/useKeyWithClickEvents: keys are the input's, as in every combobox
                <div
                  key={entry.id}
                  id={`palette-${entry.id}`}
                  role="option"
                  tabIndex={-1}
                  aria-selected={entry === ordered[index]}
                  className={classes.result}
                  onClick={() => run(entry)}
                  onPointerMove={() => setCurrent(ordered.indexOf(entry))}
                >
                  {entry.content}
                </div>
              ))}
            </div>
          ))}
        </div>
      )}
    </Modal>
  );
}
