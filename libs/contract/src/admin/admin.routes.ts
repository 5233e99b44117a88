export const adminRoutes = {
  overview: 'GET /admin/overview',
  rebuild: 'POST /admin/rebuild',
  dead: 'GET /admin/queues/{queue}/dead',
  retry: 'POST /admin/queues/{queue}/retry',
  remove: 'POST /admin/queues/{queue}/remove',
} as const;
