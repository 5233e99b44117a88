import { Combobox, rem, useCombobox } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { type ReactElement, type ReactNode, useEffect } from 'react';
import classes from './fields.module.css';

export interface PickerOption {
  readonly value: string;
  readonly content: ReactNode;
  readonly chosen?: boolean;
  /** It may be seen, not picked; the content says why. */
  readonly disabled?: boolean;
  /** Heading of the option's group; options of a group must be adjacent. */
  readonly group?: string;
}

/** Groups adjacent options with the same heading; adjacent options without a heading form a group too. */
function groupsOf(options: readonly PickerOption[]): readonly (readonly PickerOption[])[] {
  const groups: PickerOption[][] = [];
  for (const option of options) {
    const last = groups.at(-1);
    if (last !== undefined && last[0]?.group === option.group) last.push(option);
    else groups.push([option]);
  }
  return groups;
}

function OptionLines({ options }: { readonly options: readonly PickerOption[] }) {
  return options.map((option) => (
    <Combobox.Option
      key={option.value}
      value={option.value}
      active={option.chosen}
      disabled={option.disabled}
      aria-disabled={option.disabled}
      className={classes.option}
    >
      {option.content}
      {option.chosen && <IconCheck size={14} style={{ flex: 'none' }} aria-hidden />}
    </Combobox.Option>
  ));
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
  /** Opens on mount, since its placeholder was clicked. */
  readonly startsOpen?: boolean;
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
  startsOpen = false,
  children,
}: PickerProps) {
  const combobox = useCombobox({
    defaultOpened: startsOpen,
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
  useEffect(() => {
    if (startsOpen) combobox.focusSearchInput();
  }, []);
  const offered = options.map(({ value }) => value).join();
  const { dropdownOpened, selectFirstOption } = combobox;
  // The first option is selected also when the options load after something was typed.
  useEffect(() => {
    if (dropdownOpened && search !== '' && offered !== '') selectFirstOption();
  }, [dropdownOpened, search, offered, selectFirstOption]);
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
          // The list is reached by the arrows from here, not by a stop of its own.
          role="combobox"
          aria-expanded
          value={search}
          onChange={(event) => onSearch(event.currentTarget.value)}
          placeholder={placeholder}
          aria-label={placeholder}
        />
        <Combobox.Options mah={260} style={{ overflowY: 'auto' }} aria-label={label}>
          {options.length === 0 ? (
            <Combobox.Empty>{nothing}</Combobox.Empty>
          ) : (
            groupsOf(options).map(([first, ...others]) =>
              first?.group === undefined ? (
                <OptionLines key={first?.value} options={[first!, ...others]} />
              ) : (
                <Combobox.Group
                  key={first.group}
                  label={first.group}
                  styles={{ groupLabel: { paddingInline: 10, color: 'var(--gos-muted)', fontSize: rem(11.5) } }}
                >
                  <OptionLines options={[first, ...others]} />
                </Combobox.Group>
              ),
            )
          )}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
