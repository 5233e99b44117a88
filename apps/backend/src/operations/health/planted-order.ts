import '../admin/admins';
