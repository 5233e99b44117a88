import '../../observability/metrics';
