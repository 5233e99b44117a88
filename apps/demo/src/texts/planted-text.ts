import '../staff';
