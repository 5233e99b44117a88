import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { previewRepeatedTask, repeatedTaskKeys } from '../../../entities/repeated-task/repeated-tasks.api';
import { ApiProblem } from '../../../lib/api';
import { fieldOfRepeatedPath, type RepeatedDraft, type RepeatedErrors, scheduleBody } from './repeated-draft';

const waitMs = 300;
/** Name of previewed definitions, because a name changes no date. */
const anyName = '...';

/** The next dates of what is in the form, once the typing rests. @param wrong the form knows already that there are none */
export function usePreview(draft: RepeatedDraft, wrong: boolean) {
  const [body] = useDebouncedValue(wrong ? null : JSON.stringify(scheduleBody(draft, anyName)), waitMs);
  const asked = body === null || body === 'null' ? null : JSON.parse(body);
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: repeatedTaskKeys.preview(asked),
    queryFn: ({ signal }) => previewRepeatedTask(asked, signal),
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const problem = error instanceof ApiProblem ? error.problem : null;
  const refused: RepeatedErrors = {};
  for (const one of problem?.errors ?? []) {
    const field = fieldOfRepeatedPath(one.path);
    if (field !== null) refused[field] ??= one;
  }
  return {
    dates: asked === null || error !== null ? null : (data?.dates ?? null),
    waiting: asked !== null && isFetching,
    /** It is not the form that is wrong. */
    failed: error !== null && (problem?.errors ?? []).length === 0,
    refused: error === null ? {} : refused,
    retry: () => void refetch(),
  };
}
