/** Where mails lead their readers: both answer a page. */
export const unsubscribePages = {
  ask: { route: 'GET /unsubscribe/{token}' },
  confirm: { route: 'POST /unsubscribe/{token}' },
} as const;
