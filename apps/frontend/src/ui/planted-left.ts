import '../entities/planted-right';
