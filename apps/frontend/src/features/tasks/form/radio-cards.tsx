import { Radio } from '@mantine/core';
import classes from '../../../ui/form.module.css';

interface RadioCardsProps {
  readonly cards: readonly { readonly value: string; readonly name: string; readonly help: string }[];
}

/** Kinds to choose from, each with what it means. */
export const RadioCards = ({ cards }: RadioCardsProps) =>
  cards.map(({ value, name, help }) => (
    <Radio.Card key={value} value={value} className={classes.type}>
      <Radio.Indicator size="xs" />
      <span>
        <span className={classes.typeName}>{name}</span>
        <span className={classes.help}>{help}</span>
      </span>
    </Radio.Card>
  ));
