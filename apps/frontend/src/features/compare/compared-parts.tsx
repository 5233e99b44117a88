import type { ComparedItem, ComparedPart, Comparison } from '@gos/contract';
import { Anchor, Table } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useId } from 'react';
import { useIntl } from 'react-intl';
import { FromTo } from '../../entities/task/activity-sentence';
import { DayText } from '../../entities/task/deadline-text';
import { FieldValue, useFieldName } from '../../entities/task/field-value';
import { fullMoment } from '../../ui/moment-format';
import pieces from '../../ui/pieces.module.css';
import type { Compared } from './compare.api';
import classes from './compare.module.css';
import { useCompareT } from './compare-texts';

type Way = 'added' | 'removed' | 'changed';

/** How many parts of each kind differ. */
export function Counts({ counts }: Pick<Comparison, 'counts'>) {
  const t = useCompareT();
  if (counts.length === 0) return null;
  return (
    <Table className={classes.counts} aria-label={t('compare.counts')} fz={13} verticalSpacing={4} w="auto">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('compare.kind')}</Table.Th>
          <Table.Th>{t('compare.added')}</Table.Th>
          <Table.Th>{t('compare.removed')}</Table.Th>
          <Table.Th>{t('compare.changed')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {counts.map(({ kind, added, removed, changed }) => (
          <Table.Tr key={kind}>
            <Table.Th scope="row">{t(`compare.kind.${kind}`)}</Table.Th>
            {[added, removed, changed].map((count, index) => (
              <Table.Td key={index} className={pieces.digits}>
                {count}
              </Table.Td>
            ))}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}

type Changes = ComparedItem['changes'];

function ChangeList({ changes }: { readonly changes: Changes }) {
  const fieldName = useFieldName();
  if (changes.length === 0) return null;
  return (
    <ul className={classes.changes}>
      {changes.map((change) => (
        <li key={change.field}>
          <span className={classes.field}>{fieldName(change.field)}:</span> <FromTo change={change} />
        </li>
      ))}
    </ul>
  );
}

/** The changed fields of the thing itself. */
export function ComparedFields({ changes }: { readonly changes: Changes }) {
  const t = useCompareT();
  const id = useId();
  if (changes.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {t('compare.fields')} <span className={pieces.count}>{changes.length}</span>
      </h2>
      <ChangeList changes={changes} />
    </section>
  );
}

type Sums = NonNullable<Comparison['sums']>;
const sumFields = ['plannedMinutes', 'workedMinutes'] as const;

/** The cells of both sums; one that does not differ has its only value. */
const SumCells = ({ sums }: { readonly sums: Sums['totals'] }) =>
  sumFields.map((field) => {
    const { from, to } = sums[field];
    return (
      <Table.Td key={field} className={pieces.digits}>
        {from === to ? <FieldValue field={field} value={to} /> : <FromTo change={{ field, from, to }} />}
      </Table.Td>
    );
  });

/** The sums of a month: the days that differ, and the totals. */
export function ComparedSums({ sums: { days, totals } }: { readonly sums: Sums }) {
  const t = useCompareT();
  const fieldName = useFieldName();
  const id = useId();
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {t('compare.days')} <span className={pieces.count}>{days.length}</span>
      </h2>
      <Table className={classes.sums} aria-labelledby={id} fz={13} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('compare.day')}</Table.Th>
            {sumFields.map((field) => (
              <Table.Th key={field}>{fieldName(field)}</Table.Th>
            ))}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {days.map(({ date, ...sums }) => (
            <Table.Tr key={date}>
              <Table.Th scope="row">
                <DayText day={date} />
              </Table.Th>
              <SumCells sums={sums} />
            </Table.Tr>
          ))}
        </Table.Tbody>
        <Table.Tfoot>
          <Table.Tr>
            <Table.Th scope="row">{t('compare.month-total')}</Table.Th>
            <SumCells sums={totals} />
          </Table.Tr>
        </Table.Tfoot>
      </Table>
    </section>
  );
}

interface NameProps {
  readonly item: ComparedItem;
  readonly way: Way;
  readonly thing: Compared;
}

/** The name, which leads to the part as it was at the moment that names it. */
function Name({ item: { kind, id, name }, way, thing }: NameProps): ReactNode {
  const t = useCompareT();
  const { locale } = useIntl();
  const at = way === 'removed' ? thing.from : thing.to;
  const text = name ?? (kind === 'plan' ? t('compare.plan', { id }) : t('compare.hidden-name'));
  const label = t('compare.then', { name: text, moment: fullMoment(locale, at) });
  switch (kind) {
    case 'task':
      return (
        <Anchor
          renderRoot={(props) => (
            <Link
              {...props}
              to="."
              search={(previous: object) => ({ ...previous, taskId: Number(id), at, tab: undefined })}
              preload={false}
            />
          )}
          className={classes.name}
          aria-label={`#${id} ${label}`}
        >
          <span className={pieces.digits}>#{id}</span> {text}
        </Anchor>
      );
    case 'board':
      // A moment of a whole page: the page is loaded again.
      return (
        <Anchor
          href={`/tasks/project/${thing.id}/board/${id}?asOf=${encodeURIComponent(at)}`}
          className={classes.name}
          aria-label={label}
        >
          {text}
        </Anchor>
      );
    case 'member':
      return (
        <Anchor
          renderRoot={(props) => <Link {...props} to="/people/$userId" params={{ userId: Number(id) }} />}
          className={classes.name}
        >
          {text}
        </Anchor>
      );
    default:
      return <span className={classes.name}>{text}</span>;
  }
}

interface ComparedPartsProps {
  readonly way: Way;
  readonly items: readonly ComparedItem[];
  readonly thing: Compared;
}

function byKind(items: readonly ComparedItem[]): readonly (readonly [ComparedPart, readonly ComparedItem[]])[] {
  const kinds = new Map<ComparedPart, ComparedItem[]>();
  for (const item of items) kinds.set(item.kind, [...(kinds.get(item.kind) ?? []), item]);
  return [...kinds];
}

/** Without the fields that the name shows already, of a part that is at one moment only. */
const furtherChanges = ({ changes }: ComparedItem, way: Way) =>
  way === 'changed' ? changes : changes.filter(({ field }) => field !== 'name' && field !== 'task');

/** The parts that were added, removed or changed, by their kinds. */
export function ComparedParts({ way, items, thing }: ComparedPartsProps) {
  const t = useCompareT();
  const id = useId();
  if (items.length === 0) return null;
  return (
    <section className={classes.section} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {t(`compare.${way}`)}
      </h2>
      {byKind(items).map(([kind, those]) => (
        <section key={kind} aria-label={`${t(`compare.${way}`)}: ${t(`compare.kind.${kind}`)}`}>
          <h3 className={classes.kind}>{t(`compare.kind.${kind}`)}</h3>
          <ul className={pieces.list}>
            {those.map((item) => (
              <li key={item.id} className={classes.item}>
                <Name item={item} way={way} thing={thing} />
                <ChangeList changes={furtherChanges(item, way)} />
              </li>
            ))}
          </ul>
        </section>
      ))}
    </section>
  );
}
