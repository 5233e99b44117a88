import '../commands/id-sequences';
