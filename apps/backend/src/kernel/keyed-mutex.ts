/** Runs actions with the same key one after the other, so that commands of this process on one stream do not conflict. */
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
