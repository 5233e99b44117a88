import '../task/visible-tasks';
