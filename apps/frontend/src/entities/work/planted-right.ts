export const right = 1;
