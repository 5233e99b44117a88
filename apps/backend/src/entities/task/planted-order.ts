import '../file/uploads';
