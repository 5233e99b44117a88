import '../task/planted-right';
