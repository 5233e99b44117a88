import type { ActivityItem, TaskAnswer } from '@gos/contract';
import { Box, Group, NativeSelect, Skeleton, Stack, Text } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { useIntl } from 'react-intl';
import { ActivitySentence, createdForOf, FromTo } from '../../../entities/task/activity-sentence';
import { useFieldName } from '../../../entities/task/field-value';
import { taskDiffQuery } from '../../../entities/task/tasks.api';
import { useT } from '../../../i18n';
import { serverNow } from '../../../lib/server-clock';
import { SmallButton } from '../../../ui/buttons';
import { FailedLine } from '../../../ui/empty-state';
import { fullMoment } from '../../../ui/moment-format';
import pieces from '../../../ui/pieces.module.css';
import { PlayerButtons, usePlayback } from '../../../ui/player';
import { classes } from './panel-classes';
import { Note } from './panel-pieces';
import { useWholeActivity } from './use-activity';

/** How long one moment is looked at while the history plays. */
const shownMs = 1_500;

/** A moment of the history with all changes of one command. */
interface Moment {
  readonly at: string;
  readonly items: readonly ActivityItem[];
}

function momentsOf(items: readonly ActivityItem[]): Moment[] {
  const found = new Map<string, ActivityItem[]>();
  for (const item of items) {
    const there = found.get(item.at);
    if (there) there.push(item);
    else found.set(item.at, [item]);
  }
  return [...found].map(([at, those]) => ({ at, items: those }));
}

interface MomentBannerProps {
  readonly task: TaskAnswer;
  readonly item: ActivityItem;
  /** The task as of that moment is still on its way. */
  readonly loading: boolean;
  /** The moments follow each other by themselves. */
  readonly playing: boolean;
  readonly onPlaying: (playing: boolean) => void;
  readonly onMoment: (item: ActivityItem) => void;
  readonly onBack: () => void;
}

interface DifferenceProps {
  readonly taskId: number;
  readonly at: string;
  readonly moments: readonly Moment[];
}

const present = 'now';

/** The differences between the shown moment and a chosen one, the present by default. */
function Difference({ taskId, at, moments }: DifferenceProps) {
  const t = useT();
  const { locale } = useIntl();
  const fieldName = useFieldName();
  const [now] = useState(() => new Date(serverNow()).toISOString());
  const [chosen, setOther] = useState(present);
  const other = chosen === at ? present : chosen;
  const id = useId();
  const against = other === present ? now : other;
  const [from, to] = at < against ? [at, against] : [against, at];
  const { data, isPending, isError, isFetching, refetch } = useQuery(taskDiffQuery(taskId, from, to));
  const said =
    other === present
      ? t(data?.changes.length === 0 ? 'task.moment.nothing-changed' : 'task.moment.changed-since')
      : data?.changes.length === 0
        ? t('task.moment.no-difference')
        : t('task.moment.differs', { when: fullMoment(locale, other) });
  return (
    <Box pt={4} style={{ borderTop: '1px solid var(--gos-faint-line)' }}>
      <Group gap="0 8px">
        <Note component="label" htmlFor={id}>
          {t('task.moment.compare')}
        </Note>
        <NativeSelect
          size="xs"
          w={250}
          maw="100%"
          id={id}
          value={other}
          onChange={(event) => setOther(event.target.value)}
        >
          <option value={present}>{t('task.moment.now')}</option>
          {moments.map((moment, index) => (
            <option key={moment.at} value={moment.at} disabled={moment.at === at}>
              {index + 1}. {fullMoment(locale, moment.at)}
            </option>
          ))}
        </NativeSelect>
      </Group>
      {isPending && <Skeleton height={12} width="60%" />}
      {isError && data === undefined && (
        <FailedLine text={t('task.activity.failed-to-load')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {data && (
        <>
          <Note>{said}</Note>
          <Stack component="ul" className={pieces.list} gap={4}>
            {data.changes.map((change) => (
              <Group component="li" wrap="nowrap" align="stretch" gap={10} key={change.field}>
                <Text span inherit flex="none" w={96} c="dimmed">
                  {fieldName(change.field)}
                </Text>
                <FromTo change={change} />
              </Group>
            ))}
          </Stack>
        </>
      )}
    </Box>
  );
}

/** The task's history with a slider: the shown moment, its event, differences to others, and the way back. */
export function MomentBanner(props: MomentBannerProps) {
  const t = useT();
  const { locale } = useIntl();
  const { task, item, loading, playing, onPlaying: setPlaying, onMoment, onBack } = props;
  const { data, isError, isFetching, refetch } = useWholeActivity(task.id, true);
  const items = data?.items ?? [];
  const known = items.some(({ at }) => at === item.at);
  const moments = momentsOf(known ? items : [item]);
  const place = Math.max(
    0,
    moments.findIndex(({ at }) => at === item.at),
  );
  const moment = moments[place]!;
  const atEnd = place === moments.length - 1;
  const createdFor = createdForOf(task, items);
  const happened = useId();
  const banner = useRef<HTMLElement>(null);
  useEffect(() => {
    // The button that opened the past is far below, so the focus moves here.
    banner.current?.querySelector<HTMLElement>('input[type="range"], [data-autofocus]')?.focus();
    return () => document.querySelector<HTMLElement>('[data-task-panel]')?.focus({ preventScroll: true });
  }, []);
  useEffect(() => {
    // A long history comes later than the banner.
    const waits = known && document.activeElement?.matches('[data-autofocus]');
    if (waits) banner.current?.querySelector<HTMLElement>('input[type="range"]')?.focus();
  }, [known]);

  const go = (index: number) => {
    const next = moments[Math.min(Math.max(index, 0), moments.length - 1)];
    if (next && next.at !== item.at) onMoment(next.items.at(-1)!);
  };
  const step = () => {
    if (atEnd) setPlaying(false);
    else go(place + 1);
  };
  usePlayback(playing && !loading && known, shownMs, step, item.at);

  function play() {
    if (!playing && atEnd) go(0);
    setPlaying(!playing);
  }
  const byHand = (index: number) => {
    setPlaying(false);
    go(index);
  };

  return (
    <section ref={banner} className={classes.moment} aria-label={t('task.moment.title')}>
      <Group gap={8}>
        <IconHistory size={16} stroke={1.75} aria-hidden />
        <Text inherit flex={1} miw={180}>
          {t('task.moment.as-of')} <strong>{fullMoment(locale, item.at)}</strong>
        </Text>
        <SmallButton
          variant="default"
          leftSection={<IconArrowBackUp size={14} stroke={1.75} />}
          onClick={onBack}
          data-autofocus
        >
          {t('task.moment.back')}
        </SmallButton>
      </Group>
      {!known && isFetching && <Skeleton height={28} my={6} radius={6} />}
      {isError && data === undefined && (
        <FailedLine text={t('task.activity.failed-to-load')} busy={isFetching} onRetry={() => void refetch()} />
      )}
      {moments.length > 1 && (
        <Group wrap="nowrap" gap={4} mt={6}>
          <PlayerButtons
            labels={{
              previous: t('task.moment.previous'),
              play: t('task.moment.play'),
              pause: t('task.moment.pause'),
              next: t('task.moment.next'),
            }}
            playing={playing}
            atStart={place === 0}
            atEnd={atEnd}
            onPlay={play}
            onStep={(by) => byHand(place + by)}
          />
          <Box
            component="input"
            type="range"
            flex={1}
            miw={60}
            h={28}
            mx={6}
            style={{ accentColor: 'var(--gos-accent)', cursor: 'pointer' }}
            min={1}
            max={moments.length}
            value={place + 1}
            aria-label={t('task.moment.slider')}
            aria-valuetext={`${place + 1} / ${moments.length}, ${fullMoment(locale, item.at)}`}
            aria-describedby={happened}
            onChange={(event) => byHand(Number(event.target.value) - 1)}
          />
          <span className={classes.headingCount} aria-hidden>
            {place + 1} / {moments.length}
          </span>
        </Group>
      )}
      <Box
        id={happened}
        role="group"
        aria-label={t('task.moment.happened')}
        aria-live={playing ? 'polite' : undefined}
        m="4px 0 6px"
        lh="22px"
        style={{ overflowWrap: 'anywhere' }}
      >
        {moment.items.map((one) => (
          <div key={one.id}>
            <ActivitySentence item={one} createdFor={createdFor} />
          </div>
        ))}
      </Box>
      <Difference taskId={task.id} at={item.at} moments={moments} />
    </section>
  );
}
