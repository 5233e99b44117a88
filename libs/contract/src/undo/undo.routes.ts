export const undoRoutes = {
  list: 'GET /undo',
  undo: 'POST /undo',
} as const;
