import '../../jobs/jobs';
