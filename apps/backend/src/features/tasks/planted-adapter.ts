import '../../stores/event-log/sqlite.event-log';
