import { createFileRoute } from '@tanstack/react-router';
import { validateTaskListSearch } from '../../../../../../../entities/task/task-search';
import { boardIdOf } from '../../../../../../../features/boards/board-id';
import { BoardScreen } from '../../../../../../../features/boards/board-screen';
import { TaskRows } from '../../../../../../../features/tasks/list/task-rows';

export const Route = createFileRoute('/_app/tasks/project/$projectId/board/$boardId/')({
  params: {
    parse: ({ boardId }) => ({ boardId: boardIdOf(boardId) }),
    stringify: ({ boardId }) => ({ boardId: String(boardId) }),
  },
  validateSearch: validateTaskListSearch,
  // Comes with the chunk of the boards, so that other screens do not carry it.
  loader: async ({ context, params }) => {
    const { loadBoard } = await import('../../../../../../../features/boards/load-boards');
    await loadBoard(context.queryClient, params.boardId);
  },
  component: function Board() {
    const { boardId } = Route.useParams();
    return <BoardScreen key={boardId} boardId={boardId} solved={false} rows={TaskRows} />;
  },
});
