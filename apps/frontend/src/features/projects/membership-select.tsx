import { type NotificationLevel, notificationLevels, type ProjectPermission, projectPermissions } from '@gos/domain';
import { Select, Text } from '@mantine/core';
import type { MessageId } from '../../i18n';
import { useT } from '../../i18n';
import classes from './members.module.css';

export const permissionMessages = {
  view: 'project.permission.view',
  edit: 'project.permission.edit',
  manage: 'project.permission.manage',
} as const satisfies Record<ProjectPermission, MessageId>;

const permissionHelp = {
  view: 'project.permission.view.help',
  edit: 'project.permission.edit.help',
  manage: 'project.permission.manage.help',
} as const satisfies Record<ProjectPermission, MessageId>;

export const notificationMessages = {
  all: 'project.notification.all',
  mine: 'project.notification.mine',
  none: 'project.notification.none',
} as const satisfies Record<NotificationLevel, MessageId>;

const notificationHelp = {
  all: 'project.notification.all.help',
  mine: 'project.notification.mine.help',
  none: 'project.notification.none.help',
} as const satisfies Record<NotificationLevel, MessageId>;

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly onChange: (value: T) => void;
}

function Choice<T extends string>({
  label,
  value,
  onChange,
  values,
  names,
  help,
}: ChoiceProps<T> & {
  readonly values: readonly T[];
  readonly names: Readonly<Record<T, MessageId>>;
  readonly help: Readonly<Record<T, MessageId>>;
}) {
  const t = useT();
  return (
    <Select
      size="xs"
      className={classes.choice}
      aria-label={label}
      allowDeselect={false}
      data={values.map((one) => ({ value: one, label: t(names[one]) }))}
      value={value}
      comboboxProps={{ width: 250, position: 'bottom-start' }}
      renderOption={({ option }) => (
        <span>
          <Text span inherit display="block" fw={500}>
            {option.label}
          </Text>
          <Text span display="block" fz={12} lh={1.35} c="dimmed">
            {t(help[option.value as T])}
          </Text>
        </span>
      )}
      onChange={(next) => {
        const chosen = values.find((one) => one === next);
        if (chosen !== undefined && chosen !== value) onChange(chosen);
      }}
    />
  );
}

export const PermissionSelect = (props: ChoiceProps<ProjectPermission>) => (
  <Choice {...props} values={projectPermissions} names={permissionMessages} help={permissionHelp} />
);

export const NotificationSelect = (props: ChoiceProps<NotificationLevel>) => (
  <Choice {...props} values={notificationLevels} names={notificationMessages} help={notificationHelp} />
);
