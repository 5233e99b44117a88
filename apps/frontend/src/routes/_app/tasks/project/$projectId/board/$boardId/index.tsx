import { createFileRoute } from '@tanstack/react-router';
import { BoardScreen } from '../../../../../../../features/boards/board-screen';
import { boardIdOf, loadBoard } from '../../../../../../../features/boards/load-board';
import { validateTaskListSearch } from '../../../../../../../features/tasks/task-search';

export const Route = createFileRoute('/_app/tasks/project/$projectId/board/$boardId/')({
  params: {
    parse: ({ boardId }) => ({ boardId: boardIdOf(boardId) }),
    stringify: ({ boardId }) => ({ boardId: String(boardId) }),
  },
  validateSearch: validateTaskListSearch,
  loader: ({ context, params }) => loadBoard(context.queryClient, params.boardId),
  component: function Board() {
    const { boardId } = Route.useParams();
    return <BoardScreen key={boardId} boardId={boardId} solved={false} />;
  },
});
