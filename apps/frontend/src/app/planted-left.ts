import '../routes/planted-right';
