import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor } from '@testing-library/react';
import { createQueryClient } from '../../lib/query-client';
import { serve } from '../../testing/server';
import { Avatar, PersonLabel } from './avatar';
import { AlikeProvider, PersonName, usePersonName } from './person-name';
import { userKeys } from './users.api';

const jan = { id: 1, name: 'Jan Novák' };
const other = { id: 12, name: 'Jan Novak' };
const eva = { id: 2, name: 'Eva Malá' };

function Said() {
  const nameOf = usePersonName();
  return <output>{[jan, other, eva].map(nameOf).join(', ')}</output>;
}

it('tells people of one name apart by their numbers, everybody else has the name alone, and hears of changes', async () => {
  let alike = [1, 12];
  const calls = serve({ 'GET /users/alike': () => ({ items: alike.map((id) => ({ id })) }) });
  const client = createQueryClient();
  render(
    <QueryClientProvider client={client}>
      <AlikeProvider>
        <PersonLabel person={jan} />
        <PersonLabel person={eva} />
        <p>
          <PersonName person={other} />
        </p>
        <Avatar person={jan} />
        <Avatar person={eva} />
        <Said />
      </AlikeProvider>
    </QueryClientProvider>,
  );
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Jan Novák #1, Jan Novak #12, Eva Malá'));
  const [label] = screen.getAllByTitle('Jan Novák #1');
  expect(label).toHaveTextContent(/^Jan Novák#1$/);
  expect(screen.getByRole('img', { name: 'Jan Novák #1' })).toBeVisible();
  expect(screen.getByRole('img', { name: 'Eva Malá' })).toBeVisible();
  expect(document.querySelector('p')).toHaveTextContent(/^Jan Novak #12$/);
  expect(calls).toHaveLength(1);
  alike = [];
  await client.invalidateQueries({ queryKey: userKeys.all });
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Jan Novák, Jan Novak, Eva Malá'));
  expect(document.querySelector('p')).toHaveTextContent(/^Jan Novak$/);
});
