import { foldText } from '@gos/domain';
import { type ComboboxItem, type ComboboxParsedItem, TagsInput, type TagsInputProps } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { tagsQuery } from '../../../entities/task/tasks.api';
import { useRecent } from '../../../entities/user/recent';
import { matchesName } from '../../../entities/user/use-people';
import { useT } from '../../../i18n';

const isTag = (value: unknown): value is string => typeof value === 'string';
const sameTag = (a: string, b: string) => a === b;

type Filter = NonNullable<TagsInputProps['filter']>;

const isFound = (search: string) => (item: ComboboxItem | ComboboxParsedItem) =>
  !('value' in item) || matchesName(item.value, search) || foldText(item.value).startsWith(foldText(search).trim());

/** Whatever the diacritics; a group without anything found is not there. */
const found: Filter = ({ options, search }) =>
  options
    .map((option) => ('group' in option ? { ...option, items: option.items.filter(isFound(search)) } : option))
    .filter((option) => ('group' in option ? option.items.length > 0 : isFound(search)(option)));

interface TagsFieldProps extends Omit<TagsInputProps, 'value' | 'onChange' | 'data' | 'filter'> {
  readonly value: readonly string[];
  readonly onChange: (tags: string[]) => void;
}

/** Tags as they are typed; those used last and those of the latest tasks are offered. */
export function TagsField({ value, onChange, ...props }: TagsFieldProps) {
  const t = useT();
  const [asked, setAsked] = useState(false);
  const { data: others = [] } = useQuery({ ...tagsQuery, enabled: asked });
  const { recent, remember } = useRecent('tags', isTag, sameTag);
  const used = new Set(value);
  const first = recent.filter((tag) => !used.has(tag));
  const rest = others.filter((tag) => !used.has(tag) && !recent.includes(tag));
  return (
    <TagsInput
      {...props}
      value={[...value]}
      onChange={(tags) => {
        for (const tag of tags) if (!used.has(tag) && tag.trim() !== '') remember(tag.trim());
        onChange(tags);
      }}
      onFocus={() => setAsked(true)}
      data={[
        ...(first.length > 0 ? [{ group: t('task.tags.recent'), items: first }] : []),
        ...(rest.length > 0 ? [{ group: t('task.people.others'), items: rest.slice(0, 40) }] : []),
      ]}
      filter={found}
      maxDropdownHeight={240}
    />
  );
}
