import '../router';
