import type { TaskAnswer } from '@gos/contract';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { repeatedTaskQuery } from '../../../entities/repeated-task/repeated-tasks.api';
import { useOffered } from '../../../entities/user/offers';
import { LoadingRobots } from '../../../ui/loading-robots';
import { ScreenMessage } from '../../../ui/screen-message';
import { RepeatedForm } from './repeated-form';
import { RepeatedMissing } from './repeated-missing';
import { RepeatedTexts, useRepeatedT } from './repeated-texts';

function ToList() {
  const t = useRepeatedT();
  return (
    <Button component={Link} to="/tasks/repeated">
      {t('repeated.to-list')}
    </Button>
  );
}

function New({ source }: { readonly source: TaskAnswer | null }) {
  const t = useRepeatedT();
  if (!useOffered('work')) {
    return (
      <ScreenMessage title={t('repeated.create.forbidden')} text={t('task.auditor')}>
        <ToList />
      </ScreenMessage>
    );
  }
  return <RepeatedForm definition={null} source={source} title={t('nav.new-repeated')} />;
}

/** A new definition on a screen of its own. @param source the task that it begins as */
export const NewRepeatedTask = (props: { readonly source: TaskAnswer | null }) => (
  <RepeatedTexts>
    <New {...props} />
  </RepeatedTexts>
);

function Edit({ id }: { readonly id: number }) {
  const t = useRepeatedT();
  const query = useQuery(repeatedTaskQuery(id));
  const { data } = query;
  if (data === undefined) return query.isError ? <RepeatedMissing query={query} /> : <LoadingRobots />;
  if (data.can.edit !== true) {
    return (
      <ScreenMessage title={t('repeated.edit.forbidden')} text={t(data.can.edit)}>
        <ToList />
      </ScreenMessage>
    );
  }
  return <RepeatedForm definition={data} source={null} title={t('repeated.edit.title')} />;
}

/** A definition that is edited. */
export const EditRepeatedTask = ({ id }: { readonly id: number }) => (
  <RepeatedTexts>
    <Edit key={id} id={id} />
  </RepeatedTexts>
);
