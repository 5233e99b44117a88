import { act, render, screen } from '@testing-library/react';
import { IntlProvider } from 'react-intl';
import cs from '../../i18n/cs.json';
import { aRow } from '../../testing/task-fixtures';
import { TaskCard } from './task-card';

afterEach(() => vi.useRealTimers());

it('shows that a deadline has passed while the card lies there', () => {
  vi.useFakeTimers({ now: new Date('2026-11-05T10:00:00.000Z') });
  render(
    <IntlProvider locale="cs" messages={cs}>
      <TaskCard row={aRow({ deadline: '2026-11-05T10:05:00.000Z' })} lifted={false} movable />
    </IntlProvider>,
  );
  expect(screen.queryByRole('time')).toBeNull();
  act(() => vi.advanceTimersByTime(4 * 60_000));
  expect(screen.queryByRole('time')).toBeNull();
  act(() => vi.advanceTimersByTime(2 * 60_000));
  expect(screen.getByRole('time')).toHaveTextContent('(po termínu)');
});
