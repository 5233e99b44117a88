import type { FieldError } from '@gos/domain';
import { MantineProvider, TextInput } from '@mantine/core';
import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { IntlProvider } from 'react-intl';
import cs from '../../i18n/cs.json';
import { loadMessages } from '../../i18n/message-loader';
import { ApiProblem } from '../../lib/api';
import { LazyConflictDialog } from '../lazy-dialogs';
import { SendButton, SendForm } from '../send-form';
import { useDraftForm } from './use-draft-form';

interface Note {
  readonly name: string;
  readonly place: string;
}

const required = (path: string, value: string): FieldError | null =>
  value.trim() === '' ? { path, code: 'validation.required' } : null;
const tooLong = (path: string, value: string): FieldError | null =>
  value.length > 5 ? { path, code: 'validation.too-long', params: { max: 5 } } : null;

const problem = (status: number, code: string, more: object = {}) =>
  new ApiProblem({ type: '', title: '', status, code, detail: '', params: {}, ...more } as never);
const fieldProblem = (path: string) =>
  problem(422, 'validation.failed', { errors: [{ path, code: 'validation.required', message: '', params: {} }] });

const send = vi.fn();
const onSent = vi.fn();

interface FormProps {
  readonly values?: Note;
  readonly revision?: number;
  readonly more?: Partial<Parameters<typeof useDraftForm<Note, unknown>>[0]>;
}

function Form({ values = { name: '', place: '' }, revision, more }: FormProps) {
  const form = useDraftForm<Note, unknown>({
    values,
    revision,
    check: ({ name, place }) => ({ name: required('name', name), place: tooLong('place', place) }),
    send,
    onSent,
    ...more,
  });
  return (
    <SendForm {...form.props}>
      <TextInput label="Name" {...form.field('name')} />
      <TextInput label="Place" {...form.field('place')} />
      <input aria-label="Elsewhere" />
      <div role="alert">{form.failure}</div>
      <SendButton loading={form.busy}>Send</SendButton>
      <LazyConflictDialog form={form} nameOf={(path) => path} render={(_, value) => String(value)} />
    </SendForm>
  );
}

let messages: Record<string, string>;
beforeAll(async () => {
  messages = { ...cs, ...((await loadMessages('cs')) as Record<string, string>) };
});
beforeEach(() => {
  send.mockReset().mockResolvedValue({ revision: 2 });
  onSent.mockReset();
  localStorage.clear();
});

const screenOf = (props: FormProps) => (
  <MantineProvider env="test">
    <IntlProvider locale="cs" messages={messages}>
      <Form {...props} />
    </IntlProvider>
  </MantineProvider>
);

function open(props: FormProps = {}) {
  const user = userEvent.setup();
  const { rerender, unmount } = render(screenOf(props));
  const field = (name: string) => screen.getByRole('textbox', { name });
  return {
    user,
    field,
    unmount,
    submit: () => user.click(screen.getByRole('button', { name: /Send/ })),
    arrive: (next: FormProps) => rerender(screenOf(next)),
  };
}

describe('a form', () => {
  it('shows errors once a field was left or the form was sent, and focuses the first', async () => {
    const { user, field, submit } = open();
    await user.click(field('Name'));
    await user.type(field('Place'), 'Warehouse');
    expect(field('Name')).toBeValid();
    expect(field('Place')).toBeValid();
    await user.tab();
    expect(field('Place')).toBeInvalid();
    await submit();
    expect(screen.getByText('Povinné pole')).toBeVisible();
    await waitFor(() => expect(field('Name')).toHaveFocus());
    expect(send).not.toHaveBeenCalled();
  });

  it('shows an error at once where the form says so', async () => {
    const { user, field } = open({ more: { atOnce: (code) => code === 'validation.too-long' } });
    await user.type(field('Place'), 'Warehouse');
    expect(field('Place')).toBeInvalid();
  });

  it('is sent once, with the changed part and its key', async () => {
    let answer = (_: unknown) => {};
    send.mockReturnValue(new Promise((resolve) => (answer = resolve)));
    const { user, field, submit } = open({ values: { name: 'Old', place: 'A' }, revision: 3 });
    await user.clear(field('Name'));
    await user.type(field('Name'), 'New{Enter}');
    await submit();
    expect(send).toHaveBeenCalledTimes(1);
    expect(send).toHaveBeenCalledWith(
      { name: 'New' },
      {
        values: { name: 'New', place: 'A' },
        body: { name: 'New', place: 'A' },
        revision: 3,
        idempotencyKey: expect.any(String),
      },
    );
    await act(async () => answer({ revision: 4 }));
    expect(onSent).toHaveBeenCalledWith({ revision: 4 }, { name: 'New' });
  });

  it('shows a refusal at its field until the field is changed', async () => {
    send.mockRejectedValueOnce(fieldProblem('place'));
    const { user, field } = open();
    await user.type(field('Name'), 'New{Enter}');
    await waitFor(() => expect(field('Place')).toBeInvalid());
    await waitFor(() => expect(field('Place')).toHaveFocus());
    await user.type(field('Name'), 'er');
    expect(field('Place')).toBeInvalid();
    await user.type(field('Place'), 'A');
    expect(field('Place')).toBeValid();
  });

  it('drops a refusal of several fields together with any change', async () => {
    send.mockRejectedValueOnce(fieldProblem('place'));
    const { user, field } = open({ more: { refusedTogether: true } });
    await user.type(field('Name'), 'New{Enter}');
    await waitFor(() => expect(field('Place')).toBeInvalid());
    await user.type(field('Name'), 'er');
    expect(field('Place')).toBeValid();
  });

  it('does not move the focus of a person who has gone on', async () => {
    let refuse = (_: unknown) => {};
    send.mockReturnValue(new Promise((_, reject) => (refuse = reject)));
    const { user, field } = open();
    await user.type(field('Name'), 'New{Enter}');
    await act(async () => refuse(fieldProblem('place')));
    field('Elsewhere').focus();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(field('Elsewhere')).toHaveFocus();
  });

  it('says in its own line what concerns no field', async () => {
    send.mockRejectedValueOnce(problem(403, 'user.forbidden'));
    const { user, field, submit } = open();
    await user.type(field('Name'), 'New{Enter}');
    await waitFor(() => expect(screen.getByRole('alert')).not.toBeEmptyDOMElement());
    await submit();
    await waitFor(() => expect(screen.getByRole('alert')).toBeEmptyDOMElement());
  });

  it('has another sentence for a failure where it says so', async () => {
    send.mockRejectedValueOnce(new Error('closed'));
    const { user, field } = open({ more: { failureOf: () => 'Try again' } });
    await user.type(field('Name'), 'New{Enter}');
    expect(await screen.findByText('Try again')).toBeVisible();
    expect(onSent).not.toHaveBeenCalled();
  });

  it('takes other sentences for its fields', async () => {
    send.mockRejectedValueOnce(problem(409, 'plan.overlap'));
    const { user, field } = open({ more: { onRefused: async () => ({ place: 'Taken' }) } });
    await user.type(field('Name'), 'New{Enter}');
    expect(await screen.findByText('Taken')).toBeVisible();
    await waitFor(() => expect(field('Place')).toHaveFocus());
  });

  it('opens with a refusal from before', async () => {
    const { field } = open({ more: { refusal: fieldProblem('place').problem } });
    await waitFor(() => expect(field('Place')).toBeInvalid());
  });

  it('that forgives drops an error as soon as the field is changed, and checks only when it is sent', async () => {
    const { user, field, submit } = open({ more: { forgiving: true } });
    await submit();
    expect(field('Name')).toBeInvalid();
    await user.type(field('Name'), ' ');
    await user.tab();
    expect(field('Name')).toBeValid();
    await submit();
    expect(field('Name')).toBeInvalid();
  });

  it('keeps its own fields and follows the others', async () => {
    const { user, field, arrive, submit } = open({ values: { name: 'Old', place: 'A' }, revision: 3 });
    await user.type(field('Name'), 'er');
    arrive({ values: { name: 'Theirs', place: 'B' }, revision: 4 });
    expect(field('Name')).toHaveValue('Older');
    expect(field('Place')).toHaveValue('B');
    await submit();
    expect(send.mock.calls[0]).toMatchObject([{ name: 'Older' }, { revision: 3 }]);
  });

  it('asks in a conflict, and sends only the values that stay', async () => {
    const conflicts = [
      { path: 'name', base: 'Old', theirs: 'Theirs', yours: 'Older' },
      { path: 'place', base: 'A', theirs: 'B', yours: 'AC' },
    ];
    send.mockRejectedValueOnce(problem(409, 'conflict', { revision: 7, conflicts }));
    const { user, field, submit } = open({ values: { name: 'Old', place: 'A' }, revision: 3 });
    await user.type(field('Name'), 'er');
    await user.type(field('Place'), 'C');
    await submit();
    await user.click(await screen.findByRole('radio', { name: /Older/ }));
    await user.click(screen.getByRole('button', { name: 'Uložit vybrané' }));
    await waitFor(() => expect(send).toHaveBeenCalledTimes(2));
    expect(send.mock.calls[1]).toMatchObject([{ name: 'Older' }, { revision: 7 }]);
  });

  it('keeps a draft until it is saved or given up', async () => {
    const fits = (_: string, value: unknown) => typeof value === 'string';
    const props = { more: { draft: { key: 'gos-note-draft-1-new', fits } } };
    const first = open(props);
    await first.user.type(first.field('Name'), 'New');
    first.unmount();
    const second = open(props);
    expect(second.field('Name')).toHaveValue('New');
    await second.submit();
    await waitFor(() => expect(onSent).toHaveBeenCalled());
    second.unmount();
    expect(localStorage.getItem('gos-note-draft-1-new')).toBeNull();
  });
});
