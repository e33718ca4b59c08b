/**
 * From a page's address to the root of the appliance, relative: a proxy may serve it under a path
 * that it takes off before we see it.
 */
export function wayUp(path: string): string {
  return '../'.repeat(path.split('/').length - 2) || './'
}
