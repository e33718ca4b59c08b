export interface Invited {
  /** `host:pid` of the program that took the key. */
  process: string
}

export interface Joined {
  /** Fingerprint of the master key. */
  fingerprint: string
  keysDir: string
}

/** What `svcctl node` works with. */
export interface NodeAdmin {
  /**
   * Waits until one server has taken the master key.
   * @param onCode called once, when a server may come
   * @throws {AppError} `nodes_not_set`, `join_expired`, `join_tries_spent`
   */
  invite(request: { validForS: number; onCode(code: string): void }): Promise<Invited>
  /**
   * Takes the master key into this server's own folder.
   * @throws {AppError} `nodes_not_set`, `join_code_invalid`, `join_code_unknown`,
   * `join_code_refused`, `join_not_needed`
   */
  join(code: string): Promise<Joined>
  /** @throws {AppError} `code_needed` */
  codeIn(path: string | null): Promise<string>
}
