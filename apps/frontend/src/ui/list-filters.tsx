import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { memo, type ReactNode } from 'react';
import { useT } from '../i18n';
import { LazyCheckMenu } from './lazy-menus';
import type { TriggerButton } from './lazy-popup';
import { FilterChip } from './toolbar';
import classes from './toolbar.module.css';
import { useTypedText } from './use-typed-text';

interface FilterMenuProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly nameOf: (value: string) => string;
  readonly render: (value: string) => ReactNode;
}

export const FilterMenu = memo(function FilterMenu(given: FilterMenuProps) {
  const { label, values, chosen, onChange, nameOf, render } = given;
  const t = useT();
  const names = values.filter((value) => chosen.includes(value)).map(nameOf);
  const button: TriggerButton = (props) => <FilterChip {...props} label={label} chosen={names} />;
  return (
    <LazyCheckMenu
      button={button}
      position="bottom-start"
      options={values.map((value) => ({ value, content: render(value) }))}
      chosen={chosen}
      onChange={onChange}
      clear={chosen.length > 0 ? t('task.filter.clear') : undefined}
    />
  );
});

interface TextFieldProps {
  readonly label: string;
  readonly text: string;
  readonly onType: (next: string, wait: number) => void;
  readonly onBlur: () => void;
}

const TextField = memo(function TextField({ label, text, onType, onBlur }: TextFieldProps) {
  const t = useT();
  return (
    <TextInput
      type="search"
      size="xs"
      className={classes.text}
      value={text}
      onChange={(event) => onType(event.currentTarget.value, 200)}
      onBlur={onBlur}
      aria-label={label}
      placeholder={label}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label={t('task.filter.text-clear')} onClick={() => onType('', 0)} />
      }
    />
  );
});

interface TextFilterProps {
  /** Label of the search field; by default it searches for a text in the visible list. */
  readonly label?: string;
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** Identifies what is filtered: the text starts over when it changes. */
  readonly of?: string;
}

export function TextFilter({ label, value, onChange, of }: TextFilterProps) {
  const t = useT();
  const { text, type, settle } = useTypedText(value, onChange, of);
  return <TextField label={label ?? t('task.filter.text')} text={text} onType={type} onBlur={settle} />;
}
