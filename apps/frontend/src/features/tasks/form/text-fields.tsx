import { codePoints, limits, normalizeText } from '@gos/domain';
import { Skeleton, TextInput } from '@mantine/core';
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
    change(part: Partial<Texts>): void;
    leave(field: 'name'): void;
    errorOf(field: 'name'): string | undefined;
  };
}

/** The name of a task, or of one that is repeated. */
export function NameField({ form: { draft, change, leave, errorOf } }: NameFieldProps) {
  const t = useT();
  const length = codePoints(normalizeText(draft.name));
  return (
    <TextInput
      label={t('task.field.name')}
      required
      size="md"
      value={draft.name}
      onChange={(event) => change({ name: event.currentTarget.value })}
      onBlur={() => draft.name !== '' && leave('name')}
      error={errorOf('name')}
      rightSectionWidth={72}
      rightSection={isNear(length, limits.name.max) && <Counter count={length} max={limits.name.max} />}
      data-field="name"
    />
  );
}

interface DescriptionFieldProps {
  readonly form: {
    readonly draft: Texts;
    /** A text that comes from outside makes the editor begin anew. */
    readonly edition: string | number;
    /** The text is on its way with images of its own. */
    readonly copying: boolean;
    change(part: Partial<Texts>): void;
    errorOf(field: 'description'): string | undefined;
    setImagesBusy(busy: boolean): void;
  };
}

/** What is to be done. */
export function DescriptionField({
  form: { draft, edition, copying, change, errorOf, setImagesBusy },
}: DescriptionFieldProps) {
  const t = useT();
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
              onBusy={setImagesBusy}
            />
          )}
          <Counter count={draft.description.length} max={limits.description.max} />
        </>
      )}
    </FieldBox>
  );
}
