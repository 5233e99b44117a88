import '../project/planted-right';
