import '../metrics/projection-lag';
