import '../lifecycle';
