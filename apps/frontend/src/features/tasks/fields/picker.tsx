import { Combobox, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import type { ReactElement, ReactNode } from 'react';
import classes from './fields.module.css';

export interface PickerOption {
  readonly value: string;
  readonly content: ReactNode;
  readonly chosen?: boolean;
}

interface PickerProps {
  readonly label: string;
  readonly placeholder: string;
  readonly options: readonly PickerOption[];
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly onPick: (value: string) => void;
  /** Said where nothing was found. */
  readonly nothing: ReactNode;
  /** Several are picked one after the other. */
  readonly staysOpen?: boolean;
  readonly onOpened?: () => void;
  /** The button that opens it. */
  readonly children: (props: {
    readonly onClick: () => void;
    readonly 'aria-expanded': boolean;
    readonly 'aria-haspopup': 'listbox';
  }) => ReactElement;
}

/** A button that opens a list with a search field: arrows, Enter and Escape as everywhere. */
export function Picker({
  label,
  placeholder,
  options,
  search,
  onSearch,
  onPick,
  nothing,
  staysOpen = false,
  onOpened,
  children,
}: PickerProps) {
  const combobox = useCombobox({
    onDropdownClose: () => {
      combobox.resetSelectedOption();
      onSearch('');
      combobox.focusTarget();
    },
    onDropdownOpen: () => {
      onOpened?.();
      combobox.focusSearchInput();
    },
  });
  return (
    <Combobox
      store={combobox}
      position="bottom-start"
      width={260}
      withinPortal
      onOptionSubmit={(value) => {
        onPick(value);
        if (!staysOpen) combobox.closeDropdown();
      }}
    >
      <Combobox.Target targetType="button" withExpandedAttribute={false}>
        {children({
          onClick: () => combobox.toggleDropdown(),
          'aria-expanded': combobox.dropdownOpened,
          'aria-haspopup': 'listbox',
        })}
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          value={search}
          onChange={(event) => {
            onSearch(event.currentTarget.value);
            combobox.selectFirstOption();
          }}
          placeholder={placeholder}
          aria-label={placeholder}
        />
        <Combobox.Options mah={260} className={classes.options} aria-label={label}>
          {options.length === 0 ? (
            <Combobox.Empty>{nothing}</Combobox.Empty>
          ) : (
            options.map((option) => (
              <Combobox.Option
                key={option.value}
                value={option.value}
                active={option.chosen}
                className={classes.option}
              >
                {option.content}
                {option.chosen && <IconCheck size={14} aria-hidden />}
              </Combobox.Option>
            ))
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
