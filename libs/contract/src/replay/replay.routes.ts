export const replayRoutes = {
  start: 'GET /projects/{id}/replay',
  cards: 'GET /projects/{id}/replay/cards',
  frames: 'GET /projects/{id}/replay/frames',
} as const;
