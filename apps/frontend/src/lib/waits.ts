/** Waits before a request is sent again, ms: the same key makes it the same change. */
export const waits = [300, 1_000, 3_000];

export const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));
