/** Lets what concerns the same key run one after the other, so that two in this process need not conflict in the log. */
export class KeyedMutex {
  private readonly last = new Map<string, Promise<unknown>>();

  run<T>(key: string, action: () => Promise<T>): Promise<T> {
    const before = this.last.get(key);
    const turn = before ? before.then(action, action) : action();
    this.last.set(key, turn);
    const done = () => {
      if (this.last.get(key) === turn) this.last.delete(key);
    };
    turn.then(done, done);
    return turn;
  }
}
