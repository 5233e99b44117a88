import '../../stores/drivers/sqlite/database';
