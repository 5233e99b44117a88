/** The signed tree of the event log. */
export const logRoutes = {
  checkpoints: 'GET /log/checkpoints',
  keys: 'GET /log/keys',
  verification: 'GET /log/verification',
  verify: 'POST /log/verification',
  copies: 'GET /log/copies',
  changeCopies: 'PUT /log/copies',
  verifyActivity: 'POST /activity/verify',
} as const;

/** Addresses of C2SP tlog-tiles, which answer the content itself. A tile's number is split into groups of three digits. */
export const logContentRoutes = {
  checkpoint: 'GET /log/checkpoint',
  proof: 'GET /log/proof',
  tile: 'GET /log/tile/{level}/{first}',
  secondTile: 'GET /log/tile/{level}/{first}/{second}',
  thirdTile: 'GET /log/tile/{level}/{first}/{second}/{third}',
} as const;
