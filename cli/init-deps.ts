/** What `init` needs besides what other commands do. */

export interface InitAnswers {
  organization: string
  user: string
  keyName: string
  origins: string[]
}

/** What the `init` was told that has not come to its end; nothing where every one has. */
export interface UnfinishedInit {
  find(): Promise<InitAnswers | null>
  /** Makes the data folder where there is none. */
  keep(answers: InitAnswers): Promise<void>
  drop(): Promise<void>
}
