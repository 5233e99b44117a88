import { endOfDay, startOfDay } from '@gos/domain';
import { Skeleton, Stack, Text } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { MomentField } from '../../entities/work/moment-field';
import { readMoment, type TypedMoment, typedOf } from '../../entities/work/typed-time';
import { useWorkT } from '../../entities/work/work-texts';
import { problemText } from '../../i18n';
import { ApiProblem } from '../../lib/api';
import { timeZone } from '../../lib/installation';
import { serverNow } from '../../lib/server-clock';
import { SmallButton } from '../../ui/buttons';
import { DialogAnswers } from '../../ui/dialog';
import { FailedLine } from '../../ui/empty-state';
import { Pager } from '../../ui/pager';
import { Muted } from '../../ui/quiet-text';
import { type ActivityAddress, isFiltered, noFilters } from './activity-address';
import { useActivityT } from './activity-texts';
import { RangeActions, RangeReasons } from './range-actions';
import { previewPageSize, previewQuery, type Span } from './undo-range.api';

const dayMs = 86_400_000;
/** A typed minute contains its last millisecond. */
const minuteMs = 59_999;

export interface TypedSpan {
  readonly from: TypedMoment;
  readonly to: TypedMoment;
}

/** The days of the filters, or the last day. */
export function spanOf({ from, to }: ActivityAddress): TypedSpan {
  const zone = timeZone();
  const now = new Date(serverNow()).toISOString();
  const end = to === undefined ? now : new Date(Date.parse(endOfDay(to, zone)) - 1).toISOString();
  const begin = from === undefined ? new Date(Date.parse(end) - dayMs).toISOString() : startOfDay(from, zone);
  return { from: typedOf(begin, zone), to: typedOf(end, zone) };
}

interface PreviewProps {
  readonly address: ActivityAddress;
  readonly span: Span;
  readonly onStart: (count: number) => void;
  readonly onClose: () => void;
}

function Preview({ address, span, onStart, onClose }: PreviewProps) {
  const t = useActivityT();
  const [page, setPage] = useState(1);
  const { data, error, isFetching, refetch } = useQuery(previewQuery(address, span, page));
  const shown = error ? undefined : data;
  return (
    <Stack gap={12} aria-busy={isFetching}>
      {error && (
        <FailedLine
          text={error instanceof ApiProblem ? problemText(error.problem, t) : t('activity.undo.failure')}
          busy={isFetching}
          onRetry={() => void refetch()}
        />
      )}
      {!error && shown === undefined && <Skeleton height={120} radius={6} />}
      {shown && (
        <>
          <div role="status">
            <Text fz={13} fw={600}>
              {shown.total === 0 ? t('activity.undo.none') : t('activity.undo.count', { count: shown.undoable })}
            </Text>
          </div>
          <RangeReasons refused={shown.refused} />
          <RangeActions items={shown.items} label={t('activity.undo.preview')} />
          <Pager page={page} pages={Math.max(1, Math.ceil(shown.total / previewPageSize))} onPage={setPage} />
        </>
      )}
      <DialogAnswers>
        <SmallButton variant="default" onClick={onClose}>
          {t('task.action.cancel')}
        </SmallButton>
        <SmallButton
          color="red"
          disabled={!shown || shown.undoable === 0}
          onClick={() => shown && onStart(shown.undoable)}
        >
          {t('activity.undo.start', { count: shown?.undoable ?? 0 })}
        </SmallButton>
      </DialogAnswers>
    </Stack>
  );
}

interface ChoiceProps {
  readonly address: ActivityAddress;
  readonly typed: TypedSpan;
  readonly onType: (typed: TypedSpan) => void;
  readonly onStart: (span: Span, count: number) => void;
  readonly onClose: () => void;
}

/** Two moments, and the actions between them that match the filters of the screen. */
export function RangeChoice({ address, typed, onType, onStart, onClose }: ChoiceProps) {
  const t = useActivityT();
  const workT = useWorkT();
  const [from, to] = [readMoment(typed.from, timeZone()), readMoment(typed.to, timeZone())];
  const end = to.at && new Date(Date.parse(to.at) + minuteMs).toISOString();
  const isReversed = from.at !== null && end !== null && from.at > end;
  const span = from.at !== null && end !== null && !isReversed ? { from: from.at, to: end } : null;
  const [settled] = useDebouncedValue(span === null ? '' : `${span.from} ${span.to}`, 300);
  const hasFilters = isFiltered({ ...address, from: noFilters.from, to: noFilters.to });
  const isSettled = span !== null && settled === `${span.from} ${span.to}`;
  return (
    <Stack gap={12}>
      <Text fz={13}>{t('activity.undo.about')}</Text>
      <MomentField
        name="from"
        dayLabel={t('activity.undo.from.day')}
        timeLabel={t('activity.undo.from.time')}
        value={typed.from}
        timeError={from.error ? workT(from.error) : undefined}
        onChange={(next) => onType({ ...typed, from: next })}
      />
      <MomentField
        name="to"
        dayLabel={t('activity.undo.to.day')}
        timeLabel={t('activity.undo.to.time')}
        value={typed.to}
        timeError={to.error ? workT(to.error) : isReversed ? t('activity.undo.order') : undefined}
        onChange={(next) => onType({ ...typed, to: next })}
      />
      {!hasFilters && <Muted role="note">{t('activity.undo.unfiltered')}</Muted>}
      {isSettled ? (
        <Preview
          key={settled}
          address={address}
          span={span}
          onStart={(count) => onStart(span, count)}
          onClose={onClose}
        />
      ) : (
        <Skeleton height={120} radius={6} />
      )}
    </Stack>
  );
}
