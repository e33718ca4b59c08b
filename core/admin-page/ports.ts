/**
 * The page for administration: who may come in. `svcctl admin open` leaves a code in the data
 * folder, the service takes it away when somebody enters it.
 */

/** What is kept of a code; never the code. */
export interface KeptCode {
  /** Hex, SHA-256 of the code as `readCode` gives it. */
  hash: string
  until: Date
  /** The account that asked for it: what is done on the page is on record as its doing. */
  by: string
}

/** The notes of two processes about one page. */
export interface AdminDoor {
  /** In the place of one that was not used. */
  keepCode(code: KeptCode): Promise<void>
  findCode(): KeptCode | null
  /** Of several that ask at once, one gets true. */
  takeCode(hash: string): Promise<boolean>
  /** Ends every session and takes the code away. @param mark never the same twice */
  close(mark: string): Promise<void>
  /** The mark of the last closing; null: never closed. Sessions end when it changes. */
  closedBy(): string | null
}
