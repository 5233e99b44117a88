/** Image types that the server accepts and browsers show. */
export const imageTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
