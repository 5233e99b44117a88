import { Progress, Stack } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { useIntl } from 'react-intl';
import { durationText } from '../../../entities/task/duration';
import { moneyText, otherPlainFields, useFieldName } from '../../../entities/task/field-value';
import { TagLine } from '../../../entities/task/tag-chip';
import { PersonLabel } from '../../../entities/user/avatar';
import { useT } from '../../../i18n';
import { TagsEditor } from '../fields/tags-editor';
import { classes } from './panel-classes';
import { MoreButton } from './panel-pieces';
import { usePanelTask } from './panel-task';
import { BoardProperty, ProjectProperty } from './place-properties';
import { PlainProperty } from './plain-properties';
import {
  BudgetProperty,
  DeadlineProperty,
  EstimateProperty,
  ParticipantsProperty,
  PlanProperty,
  PriorityProperty,
  SolverProperty,
  StateProperty,
  useMay,
} from './property-editors';

function Property({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div className={classes.property}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function TagsProperty() {
  const t = useT();
  const { task, actions, editable } = usePanelTask();
  if (editable.has('tags')) {
    return (
      <TagsEditor
        tags={task.tags}
        revision={task.revision}
        onSave={(tags, revision) => actions.edit({ tags }, revision)}
      />
    );
  }
  if (task.tags.length === 0) return <span className={classes.none}>{t('task.value.none')}</span>;
  return <TagLine tags={task.tags} />;
}

/** Worked minutes that open their work entries. */
function ToMonitoring({ children }: { readonly children: ReactNode }) {
  const t = useT();
  return (
    <Link
      to="."
      search={(previous: object) => ({ ...previous, tab: 'monitoring' as const })}
      replace
      resetScroll={false}
      className={classes.number}
      title={t('work.open-monitoring')}
    >
      {children}
    </Link>
  );
}

function SpentProperty() {
  const t = useT();
  const { task } = usePanelTask();
  const share = task.estimateMinutes ? Math.min(100, (task.spentMinutes / task.estimateMinutes) * 100) : null;
  const over = task.estimateMinutes !== null && task.spentMinutes > task.estimateMinutes;
  return (
    <>
      <ToMonitoring>{durationText(task.spentMinutes)}</ToMonitoring>
      {share !== null && (
        <Progress
          m="3px 0 6px"
          value={share}
          size={4}
          color={over ? 'var(--gos-late)' : 'var(--gos-accent)'}
          aria-label={t('task.panel.spent-share')}
        />
      )}
    </>
  );
}

function MoreProperties() {
  const t = useT();
  const fieldName = useFieldName();
  const { locale } = useIntl();
  const { task } = usePanelTask();
  const may = useMay();
  return (
    <>
      <Property label={t('task.field.acknowledged')}>
        <ParticipantsProperty kind="acknowledged" />
      </Property>
      <Property label={t('task.field.passive-short')}>
        <ParticipantsProperty kind="passive" />
      </Property>
      {task.state !== 'solved' && (
        <Property label={t('task.field.shown-date')}>
          <PlanProperty />
        </Property>
      )}
      <Property label={t('task.field.estimate')}>
        <EstimateProperty />
      </Property>
      {task.spentMinutes > 0 && (
        <Property label={t('task.field.spent')}>
          <SpentProperty />
        </Property>
      )}
      {(task.budget !== null || may('budget')) && (
        <Property label={t('task.field.budget')}>
          <BudgetProperty />
        </Property>
      )}
      {task.usedBudget !== null && (
        <Property label={t('task.field.used-budget')}>
          <ToMonitoring>{moneyText(locale, task.usedBudget)}</ToMonitoring>
        </Property>
      )}
      {task.costReduction !== null && (
        <Property label={t('task.ask.cost-reduction')}>{moneyText(locale, task.costReduction)}</Property>
      )}
      <Property label={t('task.field.tags')}>
        <TagsProperty />
      </Property>
      {otherPlainFields.map((field) => (
        <Property key={field} label={fieldName(field)}>
          <PlainProperty field={field} />
        </Property>
      ))}
    </>
  );
}

/** The properties, each edited in place; below the name on a phone only the first ones are unfolded. */
export function PanelProperties({ folded = false }: { readonly folded?: boolean }) {
  const t = useT();
  const { task } = usePanelTask();
  const [all, setAll] = useState(!folded);
  return (
    <>
      <Stack component="dl" gap={3} m={0} fz={13} aria-label={t('task.panel.properties')}>
        <Property label={t('task.field.state')}>
          <StateProperty />
        </Property>
        <Property label={t('task.field.priority')}>
          <PriorityProperty />
        </Property>
        <Property label={t('task.field.deadline')}>
          <DeadlineProperty />
        </Property>
        <Property label={t('task.field.solver')}>
          <SolverProperty />
        </Property>
        <Property label={t('task.field.contractor')}>
          <PersonLabel person={task.contractor} />
        </Property>
        <Property label={t('task.field.project')}>
          <ProjectProperty />
        </Property>
        <Property label={t('task.field.board')}>
          <BoardProperty />
        </Property>
        {all && <MoreProperties />}
      </Stack>
      {folded && (
        <MoreButton aria-expanded={all} onClick={() => setAll(!all)}>
          {t(all ? 'task.panel.fewer-properties' : 'task.panel.more-properties')}
        </MoreButton>
      )}
    </>
  );
}
