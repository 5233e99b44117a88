import '../project/visible-projects';
