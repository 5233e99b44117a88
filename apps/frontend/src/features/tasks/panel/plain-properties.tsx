import type { PersonRef } from '@gos/contract';
import {
  isEditedField,
  type Money,
  normalizeText,
  type PlainField,
  type PlainFieldLike,
  type PlainValues,
  plainEntryOf,
  type TaskFields,
  taskFieldChecks,
} from '@gos/domain';
import { initialOf } from '@gos/domain/kernel/fields';
import { ActionIcon, Anchor, CopyButton, Menu, Tooltip } from '@mantine/core';
import { IconCheck, IconCopy, IconExternalLink, IconGitBranch } from '@tabler/icons-react';
import type { ComponentType, ReactNode } from 'react';
import { DeadlinePicker } from '../../../entities/task/deadline-picker';
import { durationText, parseDuration } from '../../../entities/task/duration';
import { FieldValue, useFieldName, usePlainText } from '../../../entities/task/field-value';
import { PersonLabel } from '../../../entities/user/avatar';
import { PersonPicker } from '../../../entities/user/person-picker';
import { useT } from '../../../i18n';
import { moneyError, moneyIn } from '../../../lib/money-input';
import { DayPicker } from '../../../ui/fields/day-picker';
import { ValueButton } from '../../../ui/fields/value-button';
import pieces from '../../../ui/pieces.module.css';
import { InlineText } from '../fields/inline-text';
import { classes } from './panel-classes';
import { usePanelTask } from './panel-task';

type LineField = PlainFieldLike<{ readonly kind: 'line' }>;

function CopyBranch({ value }: { readonly value: string }) {
  const t = useT();
  return (
    <CopyButton value={value}>
      {({ copied, copy }) => (
        <Tooltip label={t(copied ? 'task.copied' : 'task.branch.copy')}>
          <ActionIcon
            size={24}
            variant="subtle"
            color="gray"
            className={classes.aside}
            aria-label={t('task.branch.copy')}
            onClick={copy}
          >
            {copied ? <IconCheck size={14} /> : <IconCopy size={14} stroke={1.75} />}
          </ActionIcon>
        </Tooltip>
      )}
    </CopyButton>
  );
}

function OpenUrl({ value }: { readonly value: string }) {
  const t = useT();
  if (!/^https?:\/\//i.test(value)) return null;
  return (
    <Tooltip label={t('task.url.open')}>
      <Anchor
        href={value}
        target="_blank"
        rel="noreferrer noopener"
        className={`${classes.tool} ${classes.aside}`}
        aria-label={t('task.url.open')}
      >
        <IconExternalLink size={14} stroke={1.75} />
      </Anchor>
    </Tooltip>
  );
}

interface LineLook {
  readonly icon?: ReactNode;
  /** A button next to the value. */
  readonly Tool?: ComponentType<{ readonly value: string }>;
}

/** Looks of single lines; all others follow from their entry. */
const lineLooks: { readonly [F in LineField]?: LineLook } = {
  gitBranch: { icon: <IconGitBranch size={15} stroke={1.75} aria-hidden />, Tool: CopyBranch },
};

/** The value without an editor. */
function PlainValue({ field }: { readonly field: PlainField }) {
  const t = useT();
  const { task } = usePanelTask();
  const value = task[field];
  if (value === null) return <span className={classes.none}>{t('task.value.none')}</span>;
  return <FieldValue field={field} value={value} />;
}

const withoutScheme = (url: string) => url.replace(/^https?:\/\//i, '').replace(/\/$/, '');

function LineProperty({ field, url }: { readonly field: LineField; readonly url: boolean }) {
  const t = useT();
  const label = useFieldName()(field);
  const { task, actions, editable } = usePanelTask();
  const { icon, Tool = url ? OpenUrl : undefined } = lineLooks[field] ?? {};
  const value = task[field] ?? '';
  const content = (url ? withoutScheme(value) : value) || <span className={classes.none}>{t('task.value.none')}</span>;
  return (
    <span className={classes.withTool}>
      {icon}
      {isEditedField(field) && editable.has(field) ? (
        <InlineText
          label={label}
          value={value}
          title={value || undefined}
          revision={task.revision}
          placeholder={url ? 'https://' : undefined}
          check={(given) => (normalizeText(given) === '' ? null : taskFieldChecks[field](given))}
          onSave={(given, revision) => actions.edit({ [field]: normalizeText(given) || null }, revision)}
        >
          {content}
        </InlineText>
      ) : (
        <span className={classes.lineText} title={value || undefined}>
          {content}
        </span>
      )}
      {value !== '' && Tool && <Tool value={value} />}
    </span>
  );
}

interface Option {
  readonly value: string | boolean | null;
  readonly label: string;
  readonly help?: string | undefined;
}

interface ChosenPropertyProps {
  readonly field: PlainField;
  readonly options: readonly Option[];
}

/** One of some values, chosen from a menu. */
function ChosenProperty({ field, options }: ChosenPropertyProps) {
  const t = useT();
  const label = useFieldName()(field);
  const { task, actions } = usePanelTask();
  const choose = (text: string) =>
    actions.edit({ [field]: options.find(({ value }) => String(value) === text)!.value } as Partial<TaskFields>);
  return (
    <Menu
      withInitialFocusPlaceholder={false}
      position="bottom-start"
      withinPortal
      {...(options.some(({ help }) => help) && { width: 320 })}
    >
      <Menu.Target>
        <ValueButton className={classes.value} action={t('task.edit.field', { field: label })}>
          <PlainValue field={field} />
        </ValueButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.RadioGroup value={String(task[field])} onChange={(text) => void choose(text)}>
          {options.map((option) => (
            <Menu.RadioItem key={String(option.value)} value={String(option.value)} closeMenuOnClick>
              {option.label} {option.help && <span className={pieces.why}>{option.help}</span>}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      </Menu.Dropdown>
    </Menu>
  );
}

interface NumberPropertyProps {
  readonly field: PlainField;
  /** NaN for a text that is no such number */
  readonly read: (text: string) => number;
  readonly write: (value: number) => string;
  readonly placeholder?: string;
}

/** A number that is typed, such as an integer or a length of time. */
function NumberProperty({ field, read, write, placeholder }: NumberPropertyProps) {
  const label = useFieldName()(field);
  const { task, actions } = usePanelTask();
  const mayBeNull = initialOf(plainEntryOf(field)) === null;
  const value = task[field] as unknown as number | null;
  const valueIn = (text: string) => (text.trim() === '' ? null : read(text.trim()));
  const check = taskFieldChecks[field] as (value: unknown) => ReturnType<(typeof taskFieldChecks)[PlainField]>;
  return (
    <InlineText
      label={label}
      value={value === null ? '' : write(value)}
      revision={task.revision}
      {...(placeholder !== undefined && { placeholder })}
      check={(text) => {
        const given = valueIn(text);
        if (given !== null) return check(given);
        return mayBeNull ? null : { path: field, code: 'validation.required' };
      }}
      onSave={(text, revision) => actions.edit({ [field]: valueIn(text) } as Partial<TaskFields>, revision)}
    >
      <PlainValue field={field} />
    </InlineText>
  );
}

function DayProperty({ field }: { readonly field: PlainField }) {
  const t = useT();
  const label = useFieldName()(field);
  const { task, actions } = usePanelTask();
  const value = task[field] as PlainValues[PlainField] & (string | null);
  return (
    <DayPicker
      label={label}
      value={value}
      onChange={(day) => void actions.edit({ [field]: day } as Partial<TaskFields>)}
    >
      {(props) => (
        <ValueButton {...props} className={classes.value} action={t('task.edit.field', { field: label })}>
          <PlainValue field={field} />
        </ValueButton>
      )}
    </DayPicker>
  );
}

function InstantProperty({ field }: { readonly field: PlainField }) {
  const t = useT();
  const label = useFieldName()(field);
  const { task, actions } = usePanelTask();
  return (
    <DeadlinePicker
      label={label}
      value={task[field] as string | null}
      boardId={undefined}
      onChange={(instant) => void actions.edit({ [field]: instant } as Partial<TaskFields>)}
    >
      {(props) => (
        <ValueButton {...props} className={classes.value} action={t('task.edit.field', { field: label })}>
          <PlainValue field={field} />
        </ValueButton>
      )}
    </DeadlinePicker>
  );
}

function MoneyProperty({ field }: { readonly field: PlainField }) {
  const label = useFieldName()(field);
  const { task, actions } = usePanelTask();
  const money = task[field] as unknown as Money | null;
  return (
    <InlineText
      label={label}
      value={money?.amount ?? ''}
      revision={task.revision}
      check={(text) => moneyError(field, text)}
      onSave={(text, revision) =>
        actions.edit({ [field]: moneyIn(text, money?.currency) } as Partial<TaskFields>, revision)
      }
    >
      <PlainValue field={field} />
    </InlineText>
  );
}

function PersonProperty({ field }: { readonly field: PlainField }) {
  const t = useT();
  const label = useFieldName()(field);
  const { task, actions } = usePanelTask();
  const person = task[field] as unknown as PersonRef | null;
  const save = (next: PersonRef | null) =>
    actions.edit({ [field]: next?.id ?? null } as Partial<TaskFields>, undefined, next === null ? [] : [next]);
  return (
    <PersonPicker
      label={label}
      value={person}
      none={t('task.value.nobody')}
      onChange={(next) => {
        if (next?.id !== person?.id) void save(next);
      }}
    >
      {(props) => (
        <ValueButton {...props} className={classes.value} action={t('task.edit.field', { field: label })}>
          <PersonLabel person={person} none={t('task.value.nobody')} />
        </ValueButton>
      )}
    </PersonPicker>
  );
}

interface PlainPropertyProps {
  readonly field: PlainField;
  /** Explains a value of a choice whose name does not. */
  readonly helpOf?: (value: string) => string;
}

/** A plain field in the panel, with the editor of its kind where the reader may edit it. */
export function PlainProperty({ field, helpOf }: PlainPropertyProps) {
  const t = useT();
  const plainText = usePlainText();
  const { editable } = usePanelTask();
  const entry = plainEntryOf(field);
  if (entry.kind === 'line') return <LineProperty field={field as LineField} url={entry.url === true} />;
  if (!isEditedField(field) || !editable.has(field)) return <PlainValue field={field} />;
  const none = initialOf(entry) === null ? [{ value: null, label: t('task.value.none') }] : [];
  switch (entry.kind) {
    case 'choice': {
      const options = entry.values.map((value) => ({ value, label: plainText(field, value), help: helpOf?.(value) }));
      return <ChosenProperty field={field} options={[...none, ...options]} />;
    }
    case 'flag':
      return (
        <ChosenProperty
          field={field}
          options={[true, false].map((value) => ({ value, label: plainText(field, value) }))}
        />
      );
    case 'integer':
      return <NumberProperty field={field} read={Number} write={String} />;
    case 'duration':
      return (
        <NumberProperty
          field={field}
          read={(text) => parseDuration(text) ?? Number.NaN}
          write={durationText}
          placeholder="1h 30m"
        />
      );
    case 'instant':
      return <InstantProperty field={field} />;
    case 'day':
      return <DayProperty field={field} />;
    case 'money':
      return <MoneyProperty field={field} />;
    case 'person':
      return <PersonProperty field={field} />;
  }
}
