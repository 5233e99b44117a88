import '../../features/search/snippet';
