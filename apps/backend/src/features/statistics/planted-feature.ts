import '../search/snippet';
