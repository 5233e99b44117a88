import { useId } from 'react';
import classes from './choice.module.css';
import pieces from './pieces.module.css';

interface ChoiceProps<T extends string> {
  readonly label: string;
  readonly values: readonly T[];
  readonly value: T;
  readonly text: (value: T) => string;
  readonly onChange: (value: T) => void;
}

/** One of few, side by side; the arrow keys go through them. */
export function Choice<T extends string>({ label, values, value, text, onChange }: ChoiceProps<T>) {
  const name = useId();
  return (
    <fieldset className={classes.choice}>
      <legend className={pieces.hidden}>{label}</legend>
      {values.map((one) => (
        <label key={one} className={classes.option}>
          <input type="radio" name={name} value={one} checked={one === value} onChange={() => onChange(one)} />
          <span>{text(one)}</span>
        </label>
      ))}
    </fieldset>
  );
}
