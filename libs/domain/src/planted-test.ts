import './task/task.samples';
