import type { Happening, PersonRef, ReplayCard, ReplayFrame, ReplayStart } from '@gos/contract';
import { type Day, localDay } from '@gos/domain';
import { ActionIcon, Anchor, Group, NativeSelect, Text } from '@mantine/core';
import { IconChevronsLeft, IconChevronsRight, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentType, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { useIntl } from 'react-intl';
import { useProject } from '../../../entities/project/project-context';
import { useCommands } from '../../../lib/commands';
import { timeZone } from '../../../lib/installation';
import { isForScreen, useDocumentKeys } from '../../../lib/screen-keys';
import { serverNow } from '../../../lib/server-clock';
import { useEventCallback } from '../../../lib/use-event-callback';
import { ChipButton, SmallButton } from '../../../ui/buttons';
import { dayTexts } from '../../../ui/day-text';
import { EmptyState, Failed, FailedLine } from '../../../ui/empty-state';
import { DayPicker } from '../../../ui/fields/day-picker';
import { fullMoment, momentText } from '../../../ui/moment-format';
import pieces from '../../../ui/pieces.module.css';
import { PlayerButtons, usePlayback } from '../../../ui/player';
import { FilterChip } from '../../../ui/toolbar';
import { usePhone } from '../../../ui/use-phone';
import { BackLink } from '../back-link';
import { replayQuery, replaySource } from './replay.api';
import own from './replay.module.css';
import { FollowContext, ReplayBoards } from './replay-boards';
import { ReplaySlider, type Speed, SpeedChoice } from './replay-controls';
import { ReplayPlayer } from './replay-player';
import { type ReplaySearch, type ReplaySpan, rangeOf, searchOfSpan, spanOf, spans } from './replay-search';
import { ReplayTexts, useReplayT } from './replay-texts';

/** Milliseconds between two batches of changes. */
const batchMs = 80;
const cardsOfBoard = 20;
const cardsOfState = 60;

type Follow = { readonly card: ReplayCard } | { readonly person: PersonRef } | null;

function matchesOf(follow: Follow): ((frame: ReplayFrame) => boolean) | undefined {
  if (follow === null) return undefined;
  if ('card' in follow) return ({ cards }) => cards.some(({ id }) => id === follow.card.id);
  return ({ event }) => event.by?.id === follow.person.id;
}

interface ChoosesProps {
  readonly whole: Pick<ReplayStart, 'from' | 'to'>;
  readonly search: ReplaySearch;
  readonly onChange: (part: Partial<ReplaySearch>) => void;
}

/** The part of the history that is played. */
function SpanChoice({ whole, search, onChange }: ChoosesProps) {
  const t = useReplayT();
  const { locale } = useIntl();
  const now = serverNow();
  const zone = timeZone();
  const span = spanOf(search, now);
  const [first, last] = [localDay(whole.from, zone), localDay(whole.to, zone)];
  const pick = (name: 'from' | 'to', day: Day | undefined) => (
    <DayPicker
      label={t(`replay.${name}`)}
      value={day ?? null}
      first={name === 'to' ? (search.from ?? first) : first}
      onChange={(next) => onChange({ [name]: next ?? undefined, moment: undefined })}
    >
      {(given) => (
        <FilterChip
          {...given}
          label={t(`replay.${name}`)}
          chosen={day && dayTexts.range(locale, { from: day, to: day })}
        />
      )}
    </DayPicker>
  );
  return (
    <>
      <NativeSelect
        size="xs"
        aria-label={t('replay.span')}
        value={span}
        onChange={(event) => {
          const chosen = searchOfSpan(event.target.value as ReplaySpan, now, {
            from: search.from ?? first,
            to: search.to ?? last,
          });
          onChange({ ...chosen, moment: undefined });
        }}
      >
        {spans.map((one) => (
          <option key={one} value={one}>
            {t(`replay.span.${one}`)}
          </option>
        ))}
      </NativeSelect>
      {span === 'own' && (
        <>
          {pick('from', search.from)}
          {pick('to', search.to)}
        </>
      )}
    </>
  );
}

interface PlayerProps extends ChoosesProps {
  readonly projectId: number;
  readonly whole: ReplayStart;
  readonly sentence: ComponentType<{ readonly item: Happening }>;
}

function Player({ projectId, whole: latest, search, onChange, sentence: Sentence }: PlayerProps) {
  const t = useReplayT();
  const { locale } = useIntl();
  const phone = usePhone();
  // A later answer ends later; the player would begin again.
  const [whole] = useState(latest);
  const boardId = search.board;
  const byState = boardId !== undefined;
  const { from, to } = search;
  const range = useMemo(() => rangeOf(whole, { from, to }), [whole, from, to]);
  const player = useMemo(
    () =>
      new ReplayPlayer(replaySource(projectId, boardId), range, {
        ...{ byState, atMost: byState ? cardsOfState : cardsOfBoard },
      }),
    [projectId, boardId, byState, range],
  );
  const [begins] = useState(search.moment);
  const { at, frame, playing, isOpen, isLoading, isFailed, isAtStart, isAtEnd } = useSyncExternalStore(
    player.subscribe,
    player.status,
  );
  const [speed, setSpeed] = useState<Speed>(1);
  const [follow, setFollow] = useState<Follow>(null);
  const [said, setSaid] = useState('');
  useEffect(() => {
    const isWithin = begins !== undefined && begins >= range.from && begins <= range.to;
    void player.open(isWithin ? begins : range.from);
    return () => player.close();
  }, [player, begins, range]);
  usePlayback(playing, batchMs, (ms) => player.advance(ms * speed));
  // While it plays, the address stays: hundreds of changes would be too many for the browser's history.
  const keep = useEventCallback((moment: string) => onChange({ moment }));
  useEffect(() => {
    if (!playing && isOpen) keep(at);
  }, [playing, isOpen, at, keep]);

  const step = useEventCallback(async (by: 1 | -1) => {
    setSaid('');
    if (!(await player.step(by, matchesOf(follow)))) setSaid(t('replay.no-more'));
  });
  const day = useEventCallback(async (by: 1 | -1) => {
    setSaid('');
    if (!(await player.stepDay(by))) setSaid(t('replay.no-more'));
  });
  const seek = useEventCallback((moment: string) => {
    player.setPlaying(false);
    void player.seek(moment);
  });
  const play = useEventCallback(() => player.setPlaying(!playing));
  const labels = useMemo(
    () => ({
      previous: t('replay.previous'),
      play: t('replay.play'),
      pause: t('replay.pause'),
      next: t('replay.next'),
    }),
    [t],
  );
  const commands = useMemo(
    () => [
      { id: 'replay-next', label: labels.next, key: '.', group: t('replay.label'), run: () => void step(1) },
      { id: 'replay-previous', label: labels.previous, key: ',', group: t('replay.label'), run: () => void step(-1) },
    ],
    [labels, t, step],
  );
  useCommands(commands);
  useDocumentKeys((event) => {
    const target = event.target instanceof Element ? event.target : null;
    if (event.key !== ' ' || !isForScreen(event) || target?.closest('button, a, summary')) return;
    event.preventDefault();
    play();
  });
  const onFollow = useEventCallback((card: ReplayCard) =>
    setFollow(follow && 'card' in follow && follow.card.id === card.id ? null : { card }),
  );
  const followedCard = follow && 'card' in follow ? follow.card.id : null;
  const followed = useMemo(() => ({ id: followedCard, onFollow }), [followedCard, onFollow]);
  const by = frame?.event.by ?? null;

  if (whole.days.length === 0) return <EmptyState>{t('replay.nothing')}</EmptyState>;
  if (isFailed && !isOpen) return <Failed text={t('replay.failed')} busy={false} onRetry={() => player.retry()} />;
  const place = byState ? `/tasks/project/${projectId}/board/${boardId}` : `/tasks/project/${projectId}`;
  return (
    <FollowContext value={followed}>
      <section className={own.player} aria-label={t('replay.label')} data-replay={isOpen ? 'open' : 'opening'}>
        <Group gap="6px 10px" align="flex-start">
          <Group gap={4} wrap="nowrap" pt={14}>
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={t('replay.previous-day')}
              disabled={isAtStart}
              onClick={() => void day(-1)}
            >
              <IconChevronsLeft size={16} stroke={1.75} />
            </ActionIcon>
            <PlayerButtons
              labels={labels}
              playing={playing}
              atStart={isAtStart}
              atEnd={isAtEnd}
              onPlay={play}
              onStep={(step_) => void step(step_)}
            />
            <ActionIcon
              variant="subtle"
              color="gray"
              size={30}
              aria-label={t('replay.next-day')}
              disabled={isAtEnd}
              onClick={() => void day(1)}
            >
              <IconChevronsRight size={16} stroke={1.75} />
            </ActionIcon>
            <SpeedChoice speed={speed} onChange={setSpeed} />
          </Group>
          <ReplaySlider
            range={range}
            at={at}
            onSeek={seek}
            onStep={(step_) => void step(step_)}
            onDay={(step_) => void day(step_)}
            onPlay={play}
          />
        </Group>
        <Group gap="2px 12px" mt={4}>
          <Text inherit fw={600} className={own.now}>
            <time dateTime={at} title={fullMoment(locale, at)}>
              {momentText(locale, at, serverNow(), t)}
            </time>
          </Text>
          <div className={own.sentence} aria-live={playing ? 'off' : 'polite'} data-sentence>
            {frame ? (
              <Sentence item={frame.event} />
            ) : (
              <span className={pieces.nothing}>{t(isLoading ? 'replay.loading' : 'replay.none')}</span>
            )}
          </div>
          {follow !== null ? (
            <ChipButton
              variant="light"
              aria-pressed
              onClick={() => setFollow(null)}
              title={t('replay.unfollow')}
              maw={260}
            >
              {'card' in follow
                ? t('replay.following', { name: follow.card.name })
                : t('replay.follow-person', { name: follow.person.name })}
            </ChipButton>
          ) : (
            by !== null &&
            !playing &&
            !phone && (
              <ChipButton variant="default" aria-pressed={false} onClick={() => setFollow({ person: by })} maw={260}>
                {t('replay.follow-person', { name: by.name })}
              </ChipButton>
            )
          )}
          <SpanChoice whole={whole} search={search} onChange={onChange} />
          <Anchor href={`${place}?asOf=${at}`} className={pieces.inline} c="var(--gos-accent-text)" fz={12.5} lh="27px">
            <IconHistory size={14} stroke={1.75} aria-hidden /> {t('replay.at-moment')}
          </Anchor>
        </Group>
        <div className={pieces.hidden} role="status">
          {said}
        </div>
        {isFailed && <FailedLine text={t('replay.failed')} busy={false} onRetry={() => player.retry()} />}
      </section>
      <ReplayBoards table={player.table} byState={byState} />
    </FollowContext>
  );
}

interface ReplayScreenProps {
  readonly search: ReplaySearch;
  readonly onChange: (part: Partial<ReplaySearch>) => void;
  /** The sentence of an event. */
  readonly sentence: ComponentType<{ readonly item: Happening }>;
}

function Replay({ search, onChange, sentence }: ReplayScreenProps) {
  const t = useReplayT();
  const { id: projectId, name } = useProject();
  const whole = useQuery(replayQuery(projectId, search.board));
  return (
    <>
      <Group wrap="nowrap" gap={8} p="10px 20px 0">
        <BackLink
          to={
            search.board === undefined
              ? `/tasks/project/${projectId}`
              : `/tasks/project/${projectId}/board/${search.board}`
          }
        />
        <Text component="h2" className={pieces.word} flex={1} fz={15} fw={650} lh="30px">
          {t('replay.title', { name: whole.data?.board?.name ?? name })}
        </Text>
        {search.board !== undefined && (
          <SmallButton variant="subtle" color="gray" onClick={() => onChange({ board: undefined, moment: undefined })}>
            {t('replay.whole-project')}
          </SmallButton>
        )}
      </Group>
      {whole.isError && (
        <Failed text={t('replay.failed')} busy={whole.isFetching} onRetry={() => void whole.refetch()} />
      )}
      {whole.data && (
        <Player
          key={search.board}
          projectId={projectId}
          whole={whole.data}
          search={search}
          onChange={onChange}
          sentence={sentence}
        />
      )}
    </>
  );
}

/** Plays the history of a project's boards, or of one of them. */
export const ReplayScreen = (props: ReplayScreenProps) => (
  <ReplayTexts>
    <Replay {...props} />
  </ReplayTexts>
);
