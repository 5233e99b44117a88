/** Where mails lead their readers: both answer a page. */
export const unsubscribePages = {
  ask: { id: 'askUnsubscribe', route: 'GET /unsubscribe/{token}' },
  confirm: { id: 'unsubscribe', route: 'POST /unsubscribe/{token}' },
} as const;
