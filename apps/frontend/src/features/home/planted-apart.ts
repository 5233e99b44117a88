import '../people/planted-apart';
