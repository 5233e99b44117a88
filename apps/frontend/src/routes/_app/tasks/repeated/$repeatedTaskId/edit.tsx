import { createFileRoute } from '@tanstack/react-router';
import { repeatedTaskQuery } from '../../../../../entities/repeated-task/repeated-tasks.api';
import { EditRepeatedTask } from '../../../../../features/tasks/repeated/repeated-form-screens';
import { repeatedTaskParams } from '../../../../../features/tasks/repeated/repeated-id';

export const Route = createFileRoute('/_app/tasks/repeated/$repeatedTaskId/edit')({
  params: repeatedTaskParams,
  loader: ({ context, params }) => void context.queryClient.prefetchQuery(repeatedTaskQuery(params.repeatedTaskId)),
  component: function Edit() {
    return <EditRepeatedTask id={Route.useParams().repeatedTaskId} />;
  },
});
