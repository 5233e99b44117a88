import '../stores/jobs/jobs';
