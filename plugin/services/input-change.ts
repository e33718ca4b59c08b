/** One input stopped and another one went on; in words of the system, `at` is a time. */
export interface InputChange {
  at: number
  from: string
  to: string
}
