import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { createQueryClient } from '../../lib/query-client';
import { type Handler, problem, serve } from '../../testing/server';
import { Avatar } from './avatar';
import { AvatarsProvider } from './avatars';
import { userKeys } from './users.api';

const jan = { id: 1, name: 'Jan Novák' };
const eva = { id: 2, name: 'Eva Malá' };
const url = '/api/users/1/avatar?v=abc';

function show(answer: Handler) {
  const calls = serve({ 'GET /users/avatars': answer });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <AvatarsProvider>
        <Avatar person={jan} />
        <Avatar person={jan} decorative />
        <Avatar person={eva} />
      </AvatarsProvider>
    </QueryClientProvider>,
  );
  return { calls, client };
}
const images = () => [...document.querySelectorAll('img')];
const sources = () => images().map((image) => image.getAttribute('src'));

it('shows pictures of those who have one, asked for once; the name stays as it was', async () => {
  const { calls } = show(() => ({ items: [{ id: 1, url }] }));
  const circle = screen.getByRole('img', { name: 'Jan Novák' });
  expect(circle).toHaveAttribute('data-initials', 'JN');
  await waitFor(() => expect(sources()).toEqual([url, url]));
  expect(circle).toContainElement(images()[0]!);
  expect(images()[0]).toHaveAttribute('alt', '');
  expect(screen.getByRole('img', { name: 'Eva Malá' })).toBeEmptyDOMElement();
  expect(calls).toHaveLength(1);
});

it('leaves the initials where a picture does not come, and tries again when it is told anew', async () => {
  let told = url;
  const { client } = show(() => ({ items: [{ id: 1, url: told }] }));
  await waitFor(() => expect(images()).toHaveLength(2));
  fireEvent.error(images()[0]!);
  await waitFor(() => expect(images()).toHaveLength(1));
  await client.invalidateQueries({ queryKey: userKeys.all });
  await waitFor(() => expect(sources()).toEqual([url, url]));
  told = '/api/users/1/avatar?v=def';
  await client.invalidateQueries({ queryKey: userKeys.all });
  await waitFor(() => expect(sources()).toEqual([told, told]));
});

it('shows initials when nobody tells, and without who would', async () => {
  const { calls } = show(() => problem(403, 'auth.forbidden'));
  await waitFor(() => expect(calls).toHaveLength(1));
  render(<Avatar person={{ id: 3, name: 'Ota Velký' }} />);
  expect(screen.getByRole('img', { name: 'Ota Velký' })).toHaveAttribute('data-initials', 'OV');
  expect(images()).toEqual([]);
});
