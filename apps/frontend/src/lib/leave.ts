/** Leads away from the application. */
export const leave = {
  to(address: string): void {
    window.location.assign(address);
  },
};
