import { Radio, Text } from '@mantine/core';
import choice from '../../../ui/choice.module.css';
import classes from '../../../ui/form.module.css';

interface RadioCardsProps {
  readonly cards: readonly { readonly value: string; readonly name: string; readonly help: string }[];
}

/** Kinds to choose from, each with its explanation. */
export const RadioCards = ({ cards }: RadioCardsProps) =>
  cards.map(({ value, name, help }) => (
    <Radio.Card key={value} value={value} className={choice.card}>
      <Radio.Indicator size="xs" />
      <span>
        <Text span display="block" fz={13} fw={500} lh="inherit">
          {name}
        </Text>
        <span className={classes.help}>{help}</span>
      </span>
    </Radio.Card>
  ));
