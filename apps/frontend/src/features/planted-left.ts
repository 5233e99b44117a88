import '../app/planted-right';
