import { screen } from '@testing-library/react';
import { renderApp } from '../../testing/render-app';
import { serve } from '../../testing/server';

it('switches texts, plurals and numbers at once, for anybody', async () => {
  serve({});
  const { user } = await renderApp('/example');
  expect(await screen.findByText('5 úkolů')).toBeVisible();
  await user.clear(screen.getByLabelText('Počet úkolů'));
  await user.type(screen.getByLabelText('Počet úkolů'), '3');
  expect(screen.getByText('3 úkoly')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'EN – English' }));
  expect(await screen.findByText('3 tasks')).toBeVisible();
  expect(screen.getByText('1,234,567.89')).toBeVisible();
  expect(localStorage.getItem('lng')).toBe('en');
});
