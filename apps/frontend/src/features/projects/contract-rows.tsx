import { type Contract, limits } from '@gos/domain';
import { ActionIcon, Text, TextInput } from '@mantine/core';
import { IconPlus, IconX } from '@tabler/icons-react';
import { useRef } from 'react';
import { useT } from '../../i18n';
import { SmallButton } from '../../ui/buttons';
import { emptyContract } from './project-draft';
import classes from './project-form.module.css';

const columns = [
  { field: 'contractId', label: 'project.contract.id' },
  { field: 'name', label: 'project.contract.name' },
  { field: 'client', label: 'project.contract.client' },
] as const;

interface ContractRowsProps {
  readonly contracts: readonly Contract[];
  readonly onChange: (contracts: readonly Contract[]) => void;
  readonly onLeave: (path: string) => void;
  readonly errorOf: (path: string) => string | undefined;
}

/** Rows of a number, a name and a client; Enter goes to the next row and begins one after the last. */
export function ContractRows({ contracts, onChange, onLeave, errorOf }: ContractRowsProps) {
  const t = useT();
  const root = useRef<HTMLFieldSetElement>(null);
  const error = errorOf('contracts');

  function focus(selector: string) {
    setTimeout(() => root.current?.querySelector<HTMLElement>(selector)?.focus());
  }
  const focusRow = (index: number) => focus(`[data-field="contracts.${index}.contractId"]`);

  function add() {
    onChange([...contracts, emptyContract]);
    focusRow(contracts.length);
  }
  function remove(index: number) {
    onChange(contracts.filter((_, at) => at !== index));
    focus(
      contracts.length > 1 ? `[data-remove="${Math.min(index, contracts.length - 2)}"]` : '[data-field="contracts"]',
    );
  }

  return (
    <fieldset ref={root} className={classes.contracts}>
      <legend>{t('project.field.contracts')}</legend>
      {contracts.map((contract, index) => (
        <div key={index} className={classes.contract}>
          {columns.map(({ field, label }) => {
            const path = `contracts.${index}.${field}`;
            return (
              <TextInput
                key={field}
                size="sm"
                aria-label={t('project.contract.nth', { field: t(label), number: index + 1 })}
                placeholder={t(label)}
                value={contract[field]}
                maxLength={limits.contracts.length * 2}
                error={errorOf(path)}
                data-field={path}
                onChange={(event) => {
                  const { value } = event.currentTarget;
                  onChange(contracts.map((one, at) => (at === index ? { ...one, [field]: value } : one)));
                }}
                onBlur={() => onLeave(path)}
                onKeyDown={(event) => {
                  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return;
                  event.preventDefault();
                  if (index === contracts.length - 1) add();
                  else focusRow(index + 1);
                }}
              />
            );
          })}
          <ActionIcon
            size={34}
            data-remove={index}
            aria-label={t('project.contract.remove', { number: index + 1 })}
            onClick={() => remove(index)}
          >
            <IconX size={16} stroke={1.75} />
          </ActionIcon>
        </div>
      ))}
      {error !== undefined && (
        <Text role="alert" inherit fz={12.5} c="var(--mantine-color-error)">
          {error}
        </Text>
      )}
      <SmallButton
        variant="default"
        style={{ justifySelf: 'start' }}
        leftSection={<IconPlus size={15} stroke={1.75} aria-hidden />}
        disabled={contracts.length >= limits.contracts.max}
        onClick={add}
        data-field="contracts"
      >
        {t('project.contract.add')}
      </SmallButton>
    </fieldset>
  );
}
