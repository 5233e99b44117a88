import { createFileRoute } from '@tanstack/react-router';
import { repeatedTaskQuery } from '../../../../../entities/repeated-task/repeated-tasks.api';
import { RepeatedDetail } from '../../../../../features/tasks/repeated/repeated-detail';
import { repeatedTaskParams } from '../../../../../features/tasks/repeated/repeated-id';

export const Route = createFileRoute('/_app/tasks/repeated/$repeatedTaskId/')({
  params: repeatedTaskParams,
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(repeatedTaskQuery(params.repeatedTaskId)),
  component: function Detail() {
    return <RepeatedDetail id={Route.useParams().repeatedTaskId} />;
  },
});
