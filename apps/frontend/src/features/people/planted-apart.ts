export const apart = 1;
