import type { FieldChange, Happening } from '@gos/contract';
import { Table, UnstyledButton } from '@mantine/core';
import { IconChevronRight, IconSettings } from '@tabler/icons-react';
import { memo, useId, useState } from 'react';
import { useIntl } from 'react-intl';
import { FieldValue, useFieldName } from '../../entities/task/field-value';
import { Avatar } from '../../entities/user/avatar';
import { MentionedText } from '../../entities/user/mentioned-text';
import { copyText } from '../../ui/copy-text';
import { Fact } from '../../ui/fact';
import { fullMoment, timeText } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import classes from './activity.module.css';
import { useActivityT } from './activity-texts';
import { Channel } from './channel';
import { Said } from './said';
import { ThingLink } from './thing-link';

function Values({ changes }: { readonly changes: readonly FieldChange[] }) {
  const t = useActivityT();
  const fieldName = useFieldName();
  if (changes.length === 0) return <p className={pieces.small}>{t('activity.changes.none')}</p>;
  return (
    <Table className={classes.values} aria-label={t('activity.changes')} fz={12.5} verticalSpacing={4}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('activity.field')}</Table.Th>
          <Table.Th>{t('activity.before')}</Table.Th>
          <Table.Th>{t('activity.after')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {changes.map(({ field, from, to }) => (
          <Table.Tr key={field}>
            <Table.Th scope="row">{fieldName(field)}</Table.Th>
            <Table.Td>
              <FieldValue field={field} value={from} />
            </Table.Td>
            <Table.Td>
              <FieldValue field={field} value={to} />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

function Details({ item, id }: { readonly item: Happening; readonly id: string }) {
  const t = useActivityT();
  const { locale } = useIntl();
  return (
    <div id={id} className={classes.details}>
      {item.text !== null && item.text !== '' && (
        <p className={pieces.typed}>
          <MentionedText text={item.text} />
        </p>
      )}
      <Values changes={item.changes} />
      <dl className={`${pieces.facts} ${classes.facts}`}>
        <Fact label={t('activity.event')}>{item.event}</Fact>
        <Fact label={t('activity.at')}>{fullMoment(locale, item.at)}</Fact>
        <Fact label={t('activity.position')}>{item.position}</Fact>
        <Fact label={t('activity.revision')}>{item.revision}</Fact>
        <Fact label={t('activity.hash')}>
          <code className={classes.hash}>{item.hash}</code>
        </Fact>
      </dl>
    </div>
  );
}

interface EntryProps {
  readonly item: Happening;
  /** The project whose events are shown; it is not named again. */
  readonly projectId: number | null;
}

/** One event. Its values, texts and full hash unfold. */
export const ActivityEntry = memo(function ActivityEntry({ item, projectId }: EntryProps) {
  const t = useActivityT();
  const { locale } = useIntl();
  const [open, setOpen] = useState(false);
  const id = useId();
  const { by, position, project, task, thing } = item;
  return (
    <li className={classes.entry} data-position={position}>
      {by === null ? (
        <span className={`${pieces.icon} ${classes.system}`}>
          <IconSettings size={14} stroke={1.75} aria-hidden />
        </span>
      ) : (
        <Avatar person={by} size={22} decorative />
      )}
      <div className={classes.said}>
        <Said item={item} />
        <div className={classes.about}>
          <span className={classes.thing}>
            <ThingLink item={item} />
          </span>
          {project && project.id !== projectId && thing.kind !== 'project' && (
            <span className={classes.project}>{project.name ?? `#${project.id}`}</span>
          )}
          {item.class !== null && <span className={pieces.badge}>{t(`activity.class.${item.class}`)}</span>}
          {task !== null && thing.kind !== 'task' && (
            <span className={pieces.badge}>{t(`activity.kind.${thing.kind}`)}</span>
          )}
          <span>
            <Channel item={item} />
          </span>
          <UnstyledButton
            className={classes.copy}
            title={item.hash}
            aria-label={`${t('activity.hash.copy', { position })}: ${item.hash.slice(0, 8)}`}
            onClick={() => void copyText(item.hash, t('activity.hash.copied'), t('activity.hash.failed'))}
          >
            {item.hash.slice(0, 8)}
          </UnstyledButton>
        </div>
      </div>
      <time className={classes.time} dateTime={item.at} title={fullMoment(locale, item.at)}>
        {timeText(locale, item.at)}
      </time>
      <UnstyledButton
        className={`${pieces.iconButton} ${classes.unfold}`}
        aria-label={t('activity.details', { position })}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        <IconChevronRight size={14} stroke={1.75} className={classes.arrow} aria-hidden />
      </UnstyledButton>
      {open && <Details item={item} id={id} />}
    </li>
  );
});
