/** What is taken (SPEC-GAPS 1.12); settings of the service. */
export interface FileLimits {
  maxBytes: number
  /** Per consultation. */
  maxFiles: number
  /** Per consultation. */
  maxTotalBytes: number
  maxPdfPages: number
  /** How long a signed address lives. */
  addressMs: number
}
