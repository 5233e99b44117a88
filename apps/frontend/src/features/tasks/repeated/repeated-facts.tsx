import type { RepeatedTaskAnswer } from '@gos/contract';
import { type SharedField, sharedFields } from '@gos/domain';
import { Link } from '@tanstack/react-router';
import { useIntl } from 'react-intl';
import { ProjectSquare } from '../../../entities/project/project-square';
import { choiceMessages, FieldValue } from '../../../entities/task/field-value';
import { PriorityBars } from '../../../entities/task/priority-bars';
import { PersonLabel } from '../../../entities/user/avatar';
import { Fact } from '../../../ui/fact';
import pieces from '../../../ui/pieces.module.css';
import classes from './repeated-detail.module.css';
import { ForWhom } from './repeated-row';
import { useRepeatedT } from './repeated-texts';
import { useRepeatedFieldName } from './repeated-value';
import { beforeText, occurrenceText } from './rule-text';

/** Shown in the head of the definition, or as facts of their own. */
const shownApart = ['description', 'contractorId', 'projectId', 'boardId', 'priority', 'type'] as const;
type Apart = (typeof shownApart)[number];
const isFact = (field: SharedField): field is Exclude<SharedField, Apart> => !shownApart.some((one) => one === field);
const facts = sharedFields.filter(isFact);

const isEmpty = (value: unknown) => value === null || value === false || (Array.isArray(value) && value.length === 0);

/** The fields of a definition that have a value. */
export function RepeatedFacts({ definition }: { readonly definition: RepeatedTaskAnswer }) {
  const t = useRepeatedT();
  const { locale } = useIntl();
  const name = useRepeatedFieldName();
  const { template, firstPlannedDeadline, showFrom } = definition;
  const { project, board } = template;
  return (
    <dl className={classes.facts} aria-label={t('repeated.facts')}>
      <Fact label={t('repeated.column.who')}>
        <ForWhom definition={definition} />
      </Fact>
      <Fact label={name('contractor')}>
        <PersonLabel person={definition.contractor} />
      </Fact>
      {project !== null && (
        <Fact label={name('project')}>
          <Link
            to="/tasks/project/$projectId"
            params={{ projectId: project.id }}
            className={`${pieces.inline} ${pieces.plainLink}`}
          >
            <ProjectSquare id={project.id} />
            {project.name}
          </Link>
          {board !== null && (
            <>
              {' / '}
              <Link
                to="/tasks/project/$projectId/board/$boardId"
                params={{ projectId: project.id, boardId: board.id }}
                className={`${pieces.inline} ${pieces.plainLink}`}
              >
                {board.name}
              </Link>
            </>
          )}
        </Fact>
      )}
      <Fact label={name('priority')}>
        <PriorityBars priority={template.priority} />
      </Fact>
      {template.type !== 'normal' && <Fact label={name('type')}>{t(choiceMessages.type[template.type])}</Fact>}
      <Fact label={name('firstDeadline')}>{occurrenceText(locale, definition.firstDeadline)}</Fact>
      {firstPlannedDeadline !== null ? (
        <Fact label={name('firstPlannedDeadline')}>{occurrenceText(locale, firstPlannedDeadline)}</Fact>
      ) : (
        <Fact label={name('showFrom')}>{showFrom === null ? t('task.value.at-once') : beforeText(t, showFrom)}</Fact>
      )}
      <Fact label={name('generateAhead')}>{definition.generateAhead}</Fact>
      {facts
        .filter((field) => !isEmpty(template[field]))
        .map((field) => (
          <Fact key={field} label={name(field)}>
            <FieldValue field={field} value={template[field]} />
          </Fact>
        ))}
    </dl>
  );
}
