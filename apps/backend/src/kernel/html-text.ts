/** Escapes a text for HTML, between tags or in an attribute within double quotes. */
export const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
