/**
 * What the browser makes of the way from a host page to the appliance: addresses and refusals,
 * which no page can see.
 */
import type { CDPSession, Frame, Page } from 'playwright-core'
import type { AddressSpace, WayObservations } from '../../../core/host-contract/check.ts'

const NAMES = ['local-network', 'loopback-network', 'local-network-access']
const SPACES: Record<string, AddressSpace> = {
  Public: 'public',
  Local: 'local',
  Private: 'local',
  Loopback: 'loopback',
}
const OWN_PATH = /\/(plugin[@/.]|embed|api\/v1)/

/**
 * Allows what a user would be asked for: a headless browser refuses without asking, and nothing
 * more could be seen.
 */
export async function watchWay(page: Page) {
  const session: CDPSession = await page.context().newCDPSession(page)
  // Browsers older than the permission know no such name.
  for (const name of NAMES)
    await session
      .send('Browser.setPermission', { permission: { name }, setting: 'granted' })
      .catch(() => {})
  const urls = new Map<string, URL>()
  const spaces = new Map<string, AddressSpace>()
  let refused: WayObservations['refused'] = null
  session.on('Network.requestWillBeSent', ({ requestId, request }) => {
    if (URL.canParse(request.url)) urls.set(requestId, new URL(request.url))
  })
  session.on('Network.responseReceivedExtraInfo', ({ requestId, resourceIPAddressSpace }) => {
    const space = SPACES[resourceIPAddressSpace]
    if (space) spaces.set(requestId, space)
  })
  session.on('Network.loadingFailed', ({ requestId, corsErrorStatus }) => {
    if (!OWN_PATH.test(urls.get(requestId)?.pathname ?? '')) return
    const error = corsErrorStatus?.corsError as string | undefined
    if (error === 'InsecureLocalNetwork') refused = 'insecure'
    if (error === 'LocalNetworkAccessPermissionDenied') refused = 'permission'
  })
  await session.send('Network.enable')

  return {
    seen(applianceOrigin: string | null): Omit<WayObservations, 'frames'> {
      const of = (origin: string | null) => {
        const [id] = [...urls].find(([one, url]) => url.origin === origin && spaces.has(one)) ?? []
        return (id && spaces.get(id)) || null
      }
      return { page: of(new URL(page.url()).origin), appliance: of(applianceOrigin), refused }
    },
  }
}

export type FrameAround = WayObservations['frames'][number]

/** Iframes of other origins than what holds them, from the page inwards. */
export async function framesAround(frame: Frame): Promise<FrameAround[]> {
  const parent = frame.parentFrame()
  if (!parent) return []
  const outer = await framesAround(parent)
  if (originOf(frame) === originOf(parent)) return outer
  const element = await frame.frameElement().catch(() => null)
  const allow = (await element?.getAttribute('allow').catch(() => null)) ?? ''
  return [...outer, { url: frame.url(), allow }]
}

const originOf = (frame: Frame) => (URL.canParse(frame.url()) ? new URL(frame.url()).origin : '')
