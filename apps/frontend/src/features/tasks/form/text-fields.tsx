import { codePoints, limits, normalizeText } from '@gos/domain';
import { Skeleton, TextInput } from '@mantine/core';
import type { ComponentProps } from 'react';
import { useT } from '../../../i18n';
import { FieldBox } from '../../../ui/form-field';
import { LazyRichText } from '../../../ui/rich-text/lazy-rich-text';
import { Counter, isNear } from './counter';

interface Texts {
  readonly name: string;
  readonly description: string;
}

interface NameFieldProps {
  readonly form: {
    readonly draft: Texts;
    field(name: 'name'): ComponentProps<typeof TextInput>;
  };
}

/** The name of a task, or of a repeated one. */
export function NameField({ form: { draft, field } }: NameFieldProps) {
  const t = useT();
  const length = codePoints(normalizeText(draft.name));
  return (
    <TextInput
      label={t('task.field.name')}
      required
      size="md"
      rightSectionWidth={72}
      rightSection={isNear(length, limits.name.max) && <Counter count={length} max={limits.name.max} />}
      {...field('name')}
    />
  );
}

interface DescriptionFieldProps {
  readonly form: {
    readonly draft: Texts;
    readonly edition: string;
    change(part: Partial<Texts>): void;
    errorOf(field: 'description'): string | undefined;
  };
  /** The text is coming with copied images. */
  readonly copying: boolean;
  readonly onBusy: (busy: boolean) => void;
}

export function DescriptionField({ form, copying, onBusy }: DescriptionFieldProps) {
  const t = useT();
  const { draft, edition, change, errorOf } = form;
  return (
    <FieldBox label={t('task.field.description')} error={errorOf('description')}>
      {() => (
        <>
          {copying ? (
            <Skeleton height={146} radius={7} />
          ) : (
            <LazyRichText
              key={edition}
              label={t('task.field.description')}
              value={draft.description}
              onChange={(description) => change({ description })}
              onBusy={onBusy}
            />
          )}
          <Counter count={draft.description.length} max={limits.description.max} />
        </>
      )}
    </FieldBox>
  );
}
