import '../entities/user/people';
