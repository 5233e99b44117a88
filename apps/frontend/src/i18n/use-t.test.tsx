import { render, screen } from '@testing-library/react';
import { IntlMessageFormat } from 'intl-messageformat';
import { IntlProvider } from 'react-intl';
import { useT } from '.';
import { loadMessages } from './message-loader';

function Texts() {
  const t = useT();
  return (
    <p>
      {t('nav.tasks')} · {t('nav.tasks', { count: 2 })} · {t('task.filter.value', { label: 'Stav', value: 2 })}
    </p>
  );
}

it('says every text without the parser, which is not sent to the browser', async () => {
  const parse = vi.fn(() => {
    throw new Error('no parser');
  });
  const known = IntlMessageFormat.__parse;
  onTestFinished(() => {
    IntlMessageFormat.__parse = known;
  });
  IntlMessageFormat.__parse = parse;
  const onError = vi.fn();
  const messages = (await loadMessages('cs')) as Record<string, string>;
  render(
    <IntlProvider locale="cs" messages={messages} onError={onError}>
      <Texts />
    </IntlProvider>,
  );
  expect(screen.getByText(/^Úkoly · Úkoly · Stav.*2/)).toBeVisible();
  expect(parse).not.toHaveBeenCalled();
  expect(onError).not.toHaveBeenCalled();
});
