import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { readTimeOfDay } from './time-of-day';
import { TimeOfDayInput } from './time-of-day-input';

it.each([
  ['8', '08:00'],
  ['08', '08:00'],
  ['830', '08:30'],
  ['0830', '08:30'],
  ['8:30', '08:30'],
  ['20.15', '20:15'],
  [' 8h30 ', '08:30'],
  ['0:00', '00:00'],
  ['23:59', '23:59'],
  ['8 am', '08:00'],
  ['8:30 p.m.', '20:30'],
  ['12 AM', '00:00'],
  ['12:05pm', '12:05'],
])('reads %s as %s', (typed, time) => {
  expect(readTimeOfDay(typed)).toBe(time);
});

it.each(['', '24', '24:00', '12:60', '8:3', 'noon', '-1', '13 pm', '0 am', '12345', '8:30:00'])(
  'reads no time from "%s"',
  (typed) => {
    expect(readTimeOfDay(typed)).toBeNull();
  },
);

describe('the field', () => {
  function Field() {
    const [time, setTime] = useState('09:00');
    return (
      <>
        <TimeOfDayInput label="Od" value={time} onChange={setTime} />
        <output>{time}</output>
        <button type="button" onClick={() => setTime('10:45')}>
          jinak
        </button>
      </>
    );
  }

  it('shows the time that it has read once it is left, and keeps the text that is none', async () => {
    const user = userEvent.setup();
    render(<Field />, { wrapper: MantineProvider });
    const field = screen.getByLabelText('Od');
    expect(field).toHaveValue('09:00');
    await user.clear(field);
    await user.type(field, '1630');
    expect(field).toHaveValue('1630');
    expect(screen.getByRole('status')).toHaveTextContent('16:30');
    await user.tab();
    expect(field).toHaveValue('16:30');
    await user.clear(field);
    await user.type(field, 'odpoledne');
    await user.tab();
    expect(field).toHaveValue('odpoledne');
    expect(screen.getByRole('status')).toHaveTextContent('odpoledne');
    await user.click(screen.getByRole('button', { name: 'jinak' }));
    expect(field).toHaveValue('10:45');
  });
});
