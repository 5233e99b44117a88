import { CloseButton, TextInput } from '@mantine/core';
import { IconFilter, IconPlus, IconSearch } from '@tabler/icons-react';
import { lazy, memo, type ReactNode } from 'react';
import { useT } from '../i18n';
import { ChipButton } from './buttons';
import { LazyPopup, type TriggerButton } from './lazy-popup';
import classes from './list-filters.module.css';
import { useTypedText } from './use-typed-text';

const loadCheckMenu = () => import('./check-menu').then((module) => ({ default: module.CheckMenu }));
const CheckMenu = lazy(loadCheckMenu);

interface FilterMenuProps {
  readonly label: string;
  readonly values: readonly string[];
  readonly chosen: readonly string[];
  readonly onChange: (chosen: string[]) => void;
  readonly render: (value: string) => ReactNode;
}

export const FilterMenu = memo(function FilterMenu({ label, values, chosen, onChange, render }: FilterMenuProps) {
  const t = useT();
  const on = chosen.length > 0;
  const said = on ? t('task.filter.count', { label, count: chosen.length }) : label;
  const button: TriggerButton = (props) => (
    <ChipButton
      {...props}
      variant={on ? 'light' : 'default'}
      color="gray"
      aria-label={t('task.filter.named', { label: said })}
      className={on ? classes.chip : classes.dashed}
      leftSection={on ? <IconFilter size={14} stroke={1.75} /> : <IconPlus size={14} stroke={1.75} />}
    >
      {said}
    </ChipButton>
  );
  return (
    <LazyPopup popup="menu" load={loadCheckMenu} button={button}>
      <CheckMenu
        button={button}
        position="bottom-start"
        options={values.map((value) => ({ value, content: render(value) }))}
        chosen={chosen}
        onChange={onChange}
        clear={on ? t('task.filter.clear') : undefined}
      />
    </LazyPopup>
  );
});

interface TextFieldProps {
  readonly text: string;
  readonly onType: (next: string, wait: number) => void;
}

const TextField = memo(function TextField({ text, onType }: TextFieldProps) {
  const t = useT();
  return (
    <TextInput
      type="search"
      size="xs"
      className={classes.text}
      value={text}
      onChange={(event) => onType(event.currentTarget.value, 200)}
      aria-label={t('task.filter.text')}
      placeholder={t('task.filter.text')}
      leftSection={<IconSearch size={14} stroke={1.75} />}
      rightSection={
        text !== '' && <CloseButton size="xs" aria-label={t('task.filter.text-clear')} onClick={() => onType('', 0)} />
      }
    />
  );
});

interface TextFilterProps {
  readonly value: string;
  readonly onChange: (q: string) => void;
  /** Identifies what is filtered: the text starts over when it changes. */
  readonly of?: string;
}

export function TextFilter({ value, onChange, of }: TextFilterProps) {
  const { text, type } = useTypedText(value, onChange, of);
  return <TextField text={text} onType={type} />;
}
