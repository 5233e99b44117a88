import '../../http/statuses';
