import '../board/board-answers';
