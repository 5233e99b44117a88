import '../user/planted-right';
