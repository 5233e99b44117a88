import '../board/planted-right';
