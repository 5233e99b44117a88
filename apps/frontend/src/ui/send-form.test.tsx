import { render, screen } from '@testing-library/react';
import { focusFieldSoon } from './send-form';

describe('the focus of a field that is wrong', () => {
  const field = (name: string) => screen.getByRole('textbox', { name });
  const soon = () => new Promise((resolve) => setTimeout(resolve));

  beforeEach(() => {
    render(
      <>
        <button type="submit">Send</button>
        <div>
          <input aria-label="Name" />
        </div>
        <input aria-label="Address" />
      </>,
    );
    screen.getByRole('button').focus();
    focusFieldSoon(() => field('Name').parentElement);
  });

  it('is set once it is shown', async () => {
    expect(screen.getByRole('button')).toHaveFocus();
    await soon();
    expect(field('Name')).toHaveFocus();
  });

  it('is set where the button has lost it', async () => {
    screen.getByRole('button').blur();
    await soon();
    expect(field('Name')).toHaveFocus();
  });

  it('is left to whoever goes on elsewhere', async () => {
    field('Address').focus();
    await soon();
    expect(field('Address')).toHaveFocus();
  });
});
