import type { SearchItem } from '@gos/contract';
import { foldWords } from '@gos/domain';
import { Box, CloseButton, Group, Skeleton, Text, TextInput, Title, UnstyledButton } from '@mantine/core';
import { IconHistory, IconSearch } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { type KeyboardEvent, useCallback, useEffect, useMemo, useRef } from 'react';
import { useT } from '../../i18n';
import { type PaletteCommand, useCommands } from '../../lib/commands';
import { SmallButton } from '../../ui/buttons';
import { EmptyState, Failed } from '../../ui/empty-state';
import { Pager } from '../../ui/pager';
import pieces from '../../ui/pieces.module.css';
import { Screen, ScreenHead } from '../../ui/screen';
import { usePhone } from '../../ui/use-phone';
import { useTypedText } from '../../ui/use-typed-text';
import {
  forgetSearches,
  isSearchable,
  recentSearchesQuery,
  rememberSearch,
  searchPageSize,
  searchQuery,
} from './search.api';
import classes from './search.module.css';
import { type SearchAddress, validateSearchAddress } from './search-address';
import { SearchFilters } from './search-filters';
import { SearchHit } from './search-hit';
import { hitKey, useHitKeys } from './use-hit-keys';

const typingMs = 150;
const skeletons = [64, 48, 72, 40, 58, 66];

interface FieldProps {
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** The words are all there, the hits come next. */
  readonly onDone: (q: string) => void;
}

function SearchField({ value, onChange, onDone }: FieldProps) {
  const t = useT();
  const field = useRef<HTMLInputElement>(null);
  const { text, type, ask, settle } = useTypedText(value, onChange);
  const commands = useMemo(
    (): PaletteCommand[] => [
      { id: 'search-field', label: t('search.to-field'), key: '/', run: () => field.current?.select() },
    ],
    [t],
  );
  useCommands(commands);

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Escape' && text !== '') {
      event.preventDefault();
      type('', 0);
    } else if (event.key === 'ArrowDown' || event.key === 'Enter') {
      event.preventDefault();
      if (text.trim() !== value) ask(text);
      onDone(text.trim());
    }
  }
  return (
    <TextInput
      ref={field}
      type="search"
      className={classes.field}
      autoFocus
      autoComplete="off"
      maxLength={200}
      value={text}
      onChange={(event) => type(event.currentTarget.value, typingMs)}
      onBlur={settle}
      onKeyDown={onKeyDown}
      aria-label={t('search.field')}
      placeholder={t('search.field.placeholder')}
      leftSection={<IconSearch size={17} stroke={1.75} aria-hidden />}
      rightSection={
        text !== '' && <CloseButton size="sm" aria-label={t('task.filter.text-clear')} onClick={() => type('', 0)} />
      }
    />
  );
}

function RecentSearches() {
  const t = useT();
  const client = useQueryClient();
  const { data: recent = [] } = useQuery(recentSearchesQuery);
  return (
    <div className={classes.before}>
      <Text inherit c="dimmed" maw="64ch">
        {t('search.help')}
      </Text>
      {recent.length > 0 && (
        <section aria-label={t('search.recent')}>
          <Group align="baseline" gap={12} fz={11.5} c="dimmed">
            <Title order={2} fz={11.5} fw={600} lh="inherit">
              {t('search.recent')}
            </Title>
            <UnstyledButton fz={11.5} td="underline" onClick={() => forgetSearches(client)}>
              {t('search.recent.clear')}
            </UnstyledButton>
          </Group>
          <Box component="ul" mt={6} className={pieces.list}>
            {recent.map((q) => (
              <li key={q}>
                <Link to="/tasks/search" search={{ q }} className={classes.recentLink}>
                  <IconHistory size={15} stroke={1.75} aria-hidden />
                  <span className={pieces.word}>{q}</span>
                </Link>
              </li>
            ))}
          </Box>
        </section>
      )}
    </div>
  );
}

function Skeletons() {
  return (
    <ul className={`${pieces.list} ${classes.hits}`} aria-hidden>
      {skeletons.map((width, index) => (
        <li key={width} className={classes.hit} data-still>
          <Skeleton height={10} width={`${width}%`} radius={4} style={{ opacity: 1 - index * 0.12 }} />
        </li>
      ))}
    </ul>
  );
}

/** Full text over everything that the reader sees. */
export function SearchScreen() {
  const t = useT();
  const client = useQueryClient();
  const navigate = useNavigate();
  const phone = usePhone();
  const address = useSearch({ strict: false, select: (all) => validateSearchAddress(all as Record<string, unknown>) });
  const openId = useSearch({ strict: false, select: (search) => (search as { taskId?: number }).taskId });
  const found = useQuery(searchQuery(address));
  useQuery(recentSearchesQuery);
  const { q = '', page = 1 } = address;
  const words = useMemo(() => foldWords(q), [q]);

  const asks = isSearchable(q);
  const items = asks ? found.data?.items : undefined;
  const total = asks ? found.data?.total : undefined;
  const pages = Math.max(1, Math.ceil((total ?? 0) / searchPageSize));
  const settled = !found.isPlaceholderData && !found.isFetching;
  const { kind, state, project, person } = address;
  const filtered = [kind, state, project, person].some((one) => one !== undefined);

  const change = useCallback(
    (part: Partial<SearchAddress>) =>
      void navigate({
        to: '.',
        search: (previous: object) => ({ ...previous, page: undefined, ...part }),
        replace: part.page === undefined,
      }),
    [navigate],
  );
  const hits = useHitKeys({ q, items, settled, openId });
  const setText = useCallback(
    (text: string) => {
      hits.leave();
      change({ q: text === '' ? undefined : text });
    },
    [hits.leave, change],
  );
  const onOpen = useCallback(
    (item: SearchItem) => {
      hits.setCurrent(hitKey(item));
      rememberSearch(client, q);
    },
    [hits.setCurrent, client, q],
  );

  const isPastEnd = settled && items?.length === 0 && total !== undefined && total > 0 && page > pages;
  useEffect(() => {
    if (isPastEnd) change({ page: undefined });
  }, [isPastEnd, change]);

  return (
    <Screen>
      <ScreenHead title={t('nav.search')} count={total ?? null}>
        <div className={pieces.hidden} role="status">
          {settled && total !== undefined && t('search.count', { count: total })}
        </div>
      </ScreenHead>
      <div className={classes.ask}>
        <SearchField
          value={q}
          onChange={setText}
          onDone={(asked) => {
            rememberSearch(client, asked);
            hits.goTo(asked);
          }}
        />
        <SearchFilters address={address} onChange={change} />
      </div>
      {!asks ? (
        <RecentSearches />
      ) : found.isError && items === undefined ? (
        <Failed text={t('search.failure')} busy={found.isFetching} onRetry={() => void found.refetch()} />
      ) : items === undefined ? (
        <Skeletons />
      ) : total === 0 ? (
        <EmptyState>
          <p>{t(filtered ? 'search.empty.filtered' : 'search.empty', { q })}</p>
          {filtered && (
            <SmallButton
              variant="default"
              onClick={() => change({ kind: undefined, state: undefined, project: undefined, person: undefined })}
            >
              {t('task.filter.clear-all')}
            </SmallButton>
          )}
        </EmptyState>
      ) : (
        <>
          <ol
            className={`${pieces.list} ${classes.hits}`}
            start={(page - 1) * searchPageSize + 1}
            aria-label={t('search.results')}
            aria-busy={!settled}
            onFocus={(event) => {
              const { hit } = (event.target as HTMLElement).dataset;
              if (hit !== undefined) hits.setCurrent(hit);
            }}
          >
            {items.map((item) => (
              <SearchHit
                key={hitKey(item)}
                item={item}
                words={words}
                phone={phone ?? false}
                current={
                  openId !== undefined ? item.model === 'task' && item.id === openId : hits.current === hitKey(item)
                }
                onOpen={onOpen}
              />
            ))}
          </ol>
          <Pager page={page} pages={pages} onPage={(next) => change({ page: next })} />
        </>
      )}
    </Screen>
  );
}
