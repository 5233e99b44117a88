import '../../frontend/vite.config';
