export const undoRoutes = {
  list: 'GET /undo',
  undo: 'POST /undo',
} as const;

export const deletedRoutes = {
  list: 'GET /deleted',
  restore: 'POST /deleted/restore',
} as const;

export const undoRangeRoutes = {
  preview: 'GET /admin/undo/preview',
  last: 'GET /admin/undo',
  start: 'POST /admin/undo',
  stop: 'POST /admin/undo/stop',
} as const;
