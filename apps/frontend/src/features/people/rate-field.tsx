import type { UserAnswer } from '@gos/contract';
import { TextInput } from '@mantine/core';
import { useState } from 'react';
import { useIntl } from 'react-intl';
import { moneyText } from '../../entities/task/field-value';
import { usePersonName } from '../../entities/user/person-name';
import { useChangeUser } from '../../entities/user/use-change-user';
import { currency } from '../../lib/installation';
import { parseMoney } from '../../lib/money-input';
import { ValueButton } from '../../ui/fields/value-button';
import pieces from '../../ui/pieces.module.css';
import classes from './people.module.css';
import { usePeopleT } from './people-texts';

interface RateFieldProps {
  readonly user: UserAnswer;
  readonly admin: boolean;
}

/** The hourly rate, which an admin edits in place; an empty field removes it. */
export function RateField({ user, admin }: RateFieldProps) {
  const t = usePeopleT();
  const nameOf = usePersonName();
  const { locale } = useIntl();
  const { change } = useChangeUser();
  const [text, setText] = useState<string | null>(null);
  const [wrong, setWrong] = useState(false);
  const rate = user.hourlyRate;
  const shown = rate === null ? null : moneyText(locale, rate);
  if (!admin) return shown ?? '–';
  const label = t('people.rate-of', { name: nameOf(user) });
  if (text === null) {
    return (
      <ValueButton className={classes.placed} action={label} onClick={() => setText(rate?.amount ?? '')}>
        {shown ?? <span className={pieces.nothing}>{t('people.rate.give')}</span>}
      </ValueButton>
    );
  }

  const close = () => {
    setText(null);
    setWrong(false);
  };
  function save(typed: string) {
    const amount = typed.trim() === '' ? null : parseMoney(typed);
    if (typed.trim() !== '' && amount === null) return setWrong(true);
    close();
    if (amount === (rate?.amount ?? null)) return;
    change(user, { hourlyRate: amount === null ? null : { amount, currency: rate?.currency ?? currency() } });
  }
  return (
    <TextInput
      size="xs"
      w={130}
      inputMode="decimal"
      autoFocus
      aria-label={label}
      rightSection={<span className={pieces.nothing}>{rate?.currency ?? currency()}</span>}
      rightSectionWidth={44}
      value={text}
      error={wrong && t('validation.money', { currency: currency() })}
      onChange={(event) => {
        setText(event.currentTarget.value);
        setWrong(false);
      }}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save(text);
        if (event.key === 'Escape') close();
      }}
      onBlur={() => save(text)}
    />
  );
}
