import '../health/health';
