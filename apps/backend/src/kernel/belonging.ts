/** The owner of a store: two installations may share a server. */
export interface Belonging {
  /** Id of the installation: that of its founding event. */
  readonly installation: string;
  /** Whether it may have kept something there before names had an installation's id. */
  readonly mayBeUnnamed: boolean;
}

/** Known once the parts of the installation were compared; adapters that need it wait. */
export class InstallationId {
  private tell: (belonging: Belonging) => void = () => {};
  readonly known = new Promise<Belonging>((resolve) => {
    this.tell = resolve;
  });

  /** The first one counts. */
  is(belonging: Belonging): void {
    this.tell(belonging);
  }
}
