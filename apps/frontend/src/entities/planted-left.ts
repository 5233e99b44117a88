import '../features/planted-right';
