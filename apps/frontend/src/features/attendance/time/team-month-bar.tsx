import type { TeamMonth } from '@gos/contract';
import { CloseButton, Group, Menu, Progress } from '@mantine/core';
import { IconBell, IconDots, IconDownload, IconLock, IconPrinter } from '@tabler/icons-react';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { problemText } from '../../../i18n';
import { BelowMain } from '../../../ui/below-main';
import { ChipButton, SmallButton } from '../../../ui/buttons';
import { dayTexts } from '../../../ui/day-text';
import { Dialog, DialogAnswers } from '../../../ui/dialog';
import { LazyAskDialog } from '../../../ui/lazy-dialogs';
import pieces from '../../../ui/pieces.module.css';
import { showProblem } from '../../../ui/toast';
import { usePhone } from '../../../ui/use-phone';
import { closableTo, closesMore, hasDaysToFill } from './closable';
import { firstOf, lastOf } from './month-address';
import classes from './team-month.module.css';
import { useTimeT } from './time-texts';
import type { MonthExportState } from './use-month-export';
import { allRows, type TeamActions } from './use-team-actions';
import type { TeamMonthState } from './use-team-month';

interface ClosingProps {
  readonly rows: readonly TeamMonth[];
  readonly state: TeamMonthState;
  readonly onAnswer: () => void;
  readonly onClose: () => void;
}

/** Confirms the closing, with the number of people whose month is not complete. */
function Closing({ rows, state, onAnswer, onClose }: ClosingProps) {
  const t = useTimeT();
  const { locale } = useIntl();
  const upTo = closableTo(state, state.today);
  const open = rows.filter((row) => closesMore(row, upTo));
  const incomplete = open.filter(
    ({ missingDays, flaggedDays, runningSince }) =>
      missingDays.length > 0 || flaggedDays.length > 0 || runningSince !== null,
  ).length;
  const month = dayTexts.monthInText(locale, firstOf(state));
  const isWhole = upTo === null || upTo === lastOf(state);
  return (
    <LazyAskDialog
      title={
        isWhole
          ? t('time.team-month.close.title', { month, count: open.length })
          : t('time.team-month.close.title-to', { day: dayTexts.short(locale, upTo), month, count: open.length })
      }
      text={t('time.team-month.close.text', { count: incomplete })}
      answer={t('time.team-month.close')}
      final={false}
      onAnswer={onAnswer}
      onClose={onClose}
    />
  );
}

function Refused({ refused, forget }: Pick<TeamActions, 'refused' | 'forget'>) {
  const t = useTimeT();
  return (
    <Dialog title={t('time.team-month.refused', { count: refused.length })} onClose={forget}>
      <ul className={`${pieces.list} ${classes.refused}`}>
        {refused.map(({ row, problem }) => (
          <li key={row.userId}>
            <strong>{row.user.name}</strong>{' '}
            <span className={pieces.small}>
              {problem === null ? t('task.failure.action') : problemText(problem, t)}
            </span>
          </li>
        ))}
      </ul>
      <DialogAnswers>
        <SmallButton data-autofocus onClick={forget}>
          {t('task.action.close')}
        </SmallButton>
      </DialogAnswers>
    </Dialog>
  );
}

interface TeamProps {
  readonly state: TeamMonthState;
  readonly actions: TeamActions;
  readonly exporting: MonthExportState;
  /** The reader closes months. */
  readonly keeps: boolean;
}

/** The actions on everybody whom the filters select. */
export function TeamMonthMenu({ state, actions, exporting, keeps }: TeamProps) {
  const t = useTimeT();
  const phone = usePhone();
  const [asking, setAsking] = useState<readonly TeamMonth[] | null>(null);
  const icon = <IconDots size={16} stroke={1.75} aria-hidden />;
  const { share, all, print, cancel } = exporting;
  const askAll = () =>
    void allRows(state.address, state)
      .then(setAsking)
      .catch((error) => showProblem(error, t('time.failed')));
  if (share !== null) {
    return (
      <Group wrap="nowrap" gap={8} fz={12.5} className={pieces.count} role="status">
        <span>{t('time.export.running', { percent: Math.round(share * 100) })}</span>
        <Progress value={Math.round(share * 100)} size="sm" w={90} aria-label={t('time.export.everybody')} />
        <SmallButton variant="subtle" onClick={cancel}>
          {t('task.action.cancel')}
        </SmallButton>
      </Group>
    );
  }
  return (
    <>
      <Menu position="bottom-end" withinPortal withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <SmallButton
            variant="default"
            leftSection={phone ? undefined : icon}
            aria-label={t('time.team-month.everybody')}
            px={phone ? 9 : 12}
          >
            {phone ? icon : t('time.team-month.everybody')}
          </SmallButton>
        </Menu.Target>
        <Menu.Dropdown>
          {keeps && (
            <Menu.Item
              leftSection={<IconLock size={16} stroke={1.75} />}
              disabled={actions.progress !== null || closableTo(state, state.today) === null}
              onClick={askAll}
            >
              {t('time.team-month.close-all')}
            </Menu.Item>
          )}
          <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} />} onClick={() => all()}>
            {t('time.team-month.csv')}
          </Menu.Item>
          <Menu.Item leftSection={<IconPrinter size={16} stroke={1.75} />} onClick={() => print()}>
            {t('time.team-month.print')}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {asking !== null && (
        <Closing
          rows={asking}
          state={state}
          onClose={() => setAsking(null)}
          onAnswer={() => {
            setAsking(null);
            void actions.close(asking);
          }}
        />
      )}
    </>
  );
}

interface BarProps extends TeamProps {
  readonly selected: readonly TeamMonth[];
  readonly onClear: () => void;
}

/** The actions on the selected people, and how far a closing is. */
export function TeamMonthBar({ state, actions, exporting, keeps, selected, onClear }: BarProps) {
  const t = useTimeT();
  const [asking, setAsking] = useState(false);
  const { progress } = actions;
  const user = selected.map(({ userId }) => userId);
  const upTo = closableTo(state, state.today);
  const isOpen = selected.some((row) => closesMore(row, upTo));
  const disabled = progress !== null || exporting.share !== null;
  return (
    <>
      {(selected.length > 0 || progress !== null) && (
        <BelowMain>
          <section className={classes.bar} aria-label={t('time.team-month.actions')}>
            <span className={`${pieces.digits} ${classes.count}`} aria-live="polite">
              {progress === null
                ? t('time.team-month.selected', { count: selected.length })
                : t('task.bulk.progress', { settled: progress.settled, total: progress.total })}
            </span>
            <div className={classes.actions}>
              {keeps && isOpen && (
                <ChipButton
                  variant="filled"
                  disabled={disabled}
                  leftSection={<IconLock size={15} stroke={1.75} aria-hidden />}
                  onClick={() => setAsking(true)}
                >
                  {t('time.team-month.close')}
                </ChipButton>
              )}
              {keeps && selected.some(hasDaysToFill) && (
                <ChipButton
                  variant="default"
                  disabled={disabled || actions.isReminding}
                  leftSection={<IconBell size={15} stroke={1.75} aria-hidden />}
                  onClick={() => actions.remind(selected)}
                >
                  {t('time.team-month.remind')}
                </ChipButton>
              )}
              <ChipButton
                variant="default"
                disabled={disabled || selected.length === 0}
                leftSection={<IconDownload size={15} stroke={1.75} aria-hidden />}
                onClick={() => exporting.all({ user })}
              >
                CSV
              </ChipButton>
              <ChipButton
                variant="default"
                disabled={disabled || selected.length === 0}
                leftSection={<IconPrinter size={15} stroke={1.75} aria-hidden />}
                onClick={() => exporting.print({ user })}
              >
                {t('time.export.print')}
              </ChipButton>
            </div>
            <CloseButton size="sm" aria-label={t('task.bulk.clear')} title={t('task.bulk.clear')} onClick={onClear} />
          </section>
        </BelowMain>
      )}
      {asking && (
        <Closing
          rows={selected}
          state={state}
          onClose={() => setAsking(false)}
          onAnswer={() => {
            setAsking(false);
            void actions.close(selected);
          }}
        />
      )}
      {actions.refused.length > 0 && <Refused refused={actions.refused} forget={actions.forget} />}
    </>
  );
}
