/** What the frame's address lies below: the appliance at a root, or under a path of a portal. */
export function frameBase({ origin, pathname }: Pick<Location, 'origin' | 'pathname'>): string {
  return origin + pathname.replace(/\/embed\/?$/, '')
}
