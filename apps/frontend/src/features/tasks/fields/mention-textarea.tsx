import type { PersonRef } from '@gos/contract';
import { Combobox, Textarea, useCombobox } from '@mantine/core';
import { type KeyboardEvent, useEffect, useRef, useState } from 'react';
import { PersonLabel } from '../../../entities/user/avatar';
import { usePersonName } from '../../../entities/user/person-name';
import { usePeople } from '../../../entities/user/use-people';
import { useT } from '../../../i18n';
import classes from '../../../ui/fields/fields.module.css';

interface MentionTextareaProps {
  readonly label: string;
  readonly placeholder?: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
  readonly onMention: (person: PersonRef) => void;
  readonly onSubmit: () => void;
  readonly error?: string | null;
}

/** Returns the text between the last @ and the cursor if it may mention a person. */
function mentionAt(text: string, caret: number): { readonly start: number; readonly search: string } | null {
  const found = text.slice(0, caret).match(/(?:^|[\s(])@([\p{L}\p{M}'’-]*(?: [\p{L}\p{M}'’-]*)?)$/u);
  return found ? { start: caret - found[1]!.length - 1, search: found[1]! } : null;
}

/** A text in which @ offers people. */
export function MentionTextarea({
  label,
  placeholder,
  value,
  onChange,
  onMention,
  onSubmit,
  error,
}: MentionTextareaProps) {
  const t = useT();
  const nameOf = usePersonName();
  const area = useRef<HTMLTextAreaElement>(null);
  const [mention, setMention] = useState<{ readonly start: number; readonly search: string } | null>(null);
  const combobox = useCombobox({ onDropdownClose: () => combobox.resetSelectedOption() });
  const { people } = usePeople(mention?.search ?? '', mention !== null);
  const offered = mention === null ? [] : people.slice(0, 6);
  const { selectFirstOption } = combobox;
  const found = offered.map(({ id }) => id).join();
  // People come a moment after the letters that ask for them; Enter takes the first one all the same.
  useEffect(() => {
    if (found === '') return;
    const timer = setTimeout(selectFirstOption);
    return () => clearTimeout(timer);
  }, [found, selectFirstOption]);

  function look(text: string, caret: number) {
    const next = mentionAt(text, caret);
    setMention(next);
    if (next === null) combobox.closeDropdown();
    else combobox.openDropdown();
  }

  function insert(id: string) {
    const found = offered.find((one) => String(one.id) === id);
    if (found === undefined || mention === null) return;
    // By what is written it is known again when it is sent: of two with one name, by the number too.
    const person = { id: found.id, name: nameOf(found) };
    const end = mention.start + 1 + mention.search.length;
    const written = `@${person.name} `;
    const caret = mention.start + written.length;
    onChange(value.slice(0, mention.start) + written + value.slice(end));
    onMention(person);
    look('', 0);
    setTimeout(() => area.current?.setSelectionRange(caret, caret));
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      event.stopPropagation();
      onSubmit();
    } else if (event.key === 'Escape' && mention !== null) {
      event.preventDefault();
      event.stopPropagation();
      look('', 0);
    } else if (event.key === 'Tab' && offered.length > 0) {
      event.preventDefault();
      combobox.clickSelectedOption();
    }
  }

  return (
    <Combobox store={combobox} onOptionSubmit={insert} position="top-start" width={240} withinPortal>
      <Combobox.Target withKeyboardNavigation={offered.length > 0} withExpandedAttribute={false}>
        <Textarea
          ref={area}
          aria-label={label}
          placeholder={placeholder}
          autosize
          minRows={2}
          maxRows={14}
          value={value}
          error={error}
          onChange={(event) => {
            onChange(event.currentTarget.value);
            look(event.currentTarget.value, event.currentTarget.selectionStart);
            setTimeout(() => combobox.selectFirstOption());
          }}
          onKeyDown={onKeyDown}
          onBlur={() => look('', 0)}
        />
      </Combobox.Target>
      <Combobox.Dropdown hidden={offered.length === 0}>
        <Combobox.Options aria-label={t('task.people.mention')}>
          {offered.map((person) => (
            <Combobox.Option key={person.id} value={String(person.id)} className={classes.option}>
              <PersonLabel person={person} />
            </Combobox.Option>
          ))}
        </Combobox.Options>
      </Combobox.Dropdown>
    </Combobox>
  );
}
