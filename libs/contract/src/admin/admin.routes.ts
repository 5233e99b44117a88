export const adminRoutes = {
  overview: 'GET /admin/overview',
  rebuild: 'POST /admin/rebuild',
  setAside: 'GET /admin/set-aside',
  retrySetAside: 'POST /admin/set-aside/retry',
  dismissSetAside: 'POST /admin/set-aside/dismiss',
  dead: 'GET /admin/queues/{queue}/dead',
  retry: 'POST /admin/queues/{queue}/retry',
  remove: 'POST /admin/queues/{queue}/remove',
} as const;
