/** The engine `agon`. It searches on the thread of the call: use a worker where this must not wait. */
export class Engine {
  private constructor();
  /** Loads the engine and the networks of its games. */
  static load(): Promise<Engine>;
  /** Runs lines of UGI, such as `position startpos` and `go nodes 1000`; the lines of the answer. */
  run(commands: string): string[];
}

/** A message to a session: what to do, and its values. The types are those of `Request` in the crate `agon-session`. */
export interface Request {
  do: string;
  [value: string]: unknown;
}

/** A message of a session: what it is, and its values. The types are those of `Reply` in the crate `agon-session`. */
export interface Reply {
  is: string;
  [value: string]: unknown;
}

/** A game tree behind a board, with engines that analyse and play. */
export class Session {
  private constructor();
  /** Loads a session; `onMessage` gets what an engine or a clock changes later. */
  static load(options?: { onMessage?: (message: Reply) => void }): Promise<Session>;
  /** Answers a request. */
  request(request: Request): Reply;
  /** The milliseconds until a player's time is up; negative if no clock runs. */
  timeToFlag(): number;
  /** Says that `timeToFlag()` milliseconds are over. */
  timeIsUp(): void;
}
