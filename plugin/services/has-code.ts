/** Whether it failed for this reason: an `error` of the service, or one of the plugin's own. */
export function hasCode(error: unknown, code: string): boolean {
  return typeof error === 'object' && error !== null && 'code' in error && error.code === code
}
