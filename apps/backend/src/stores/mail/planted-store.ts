import '../jobs/jobs';
