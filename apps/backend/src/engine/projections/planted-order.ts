import '../followers/event-retries';
