import '../testing/server';
