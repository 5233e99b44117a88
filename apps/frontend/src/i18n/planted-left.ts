import '../ui/planted-right';
