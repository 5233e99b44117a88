import '../../operations/health/health';
