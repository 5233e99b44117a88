import '../../backend/src/app';
