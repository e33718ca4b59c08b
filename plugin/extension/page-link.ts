/**
 * The way to the EHR's page beside the panel. The browser opens it for the one tab on which the
 * doctor clicked the extension's button, until that tab goes elsewhere; no other page can be read.
 */
import type { InPage, PlacedFrame } from './page-words.ts'

type Answer<Name extends keyof InPage> = Awaited<ReturnType<InPage[Name]>>

/** The page may not be written to: the doctor has not opened it, or it is the browser's own. */
export class PageClosedError extends Error {}

/** The number that browsers give a tab's own page among its frames. */
export const PAGE = 0

/** @throws {PageClosedError} */
export function askPage<Name extends keyof InPage>(
  name: Name,
  ...given: Parameters<InPage[Name]>
): Promise<Answer<Name>> {
  return askFrame(PAGE, name, ...given)
}

/**
 * A frame of the page, by the browser's number.
 * @throws {PageClosedError}
 */
export async function askFrame<Name extends keyof InPage>(
  frameId: number,
  name: Name,
  ...given: Parameters<InPage[Name]>
): Promise<Answer<Name>> {
  const [answer] = await ask<Answer<Name>>({ frameIds: [frameId] }, name, given)
  return answer?.result as Answer<Name>
}

/**
 * The frames that the browser lets the extension into, and where they are.
 * @throws {PageClosedError}
 */
export async function framesOfPage(): Promise<(PlacedFrame & { frameId: number })[]> {
  const answers = await ask<PlacedFrame>({ allFrames: true }, 'place', [])
  return answers.flatMap(({ frameId, result }) => (result ? [{ frameId, ...result }] : []))
}

async function ask<Result>(
  frames: { frameIds: number[] } | { allFrames: true },
  name: keyof InPage,
  given: unknown[],
): Promise<{ frameId: number; result?: Result }[]> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined) throw new PageClosedError()
  const target = { tabId: tab.id, ...frames }
  try {
    await chrome.scripting.executeScript({ target, files: ['in-page.js'] })
    const answers = await chrome.scripting.executeScript({
      target,
      func: callInPage,
      args: [name, given],
    })
    return answers as { frameId: number; result?: Result }[]
  } catch (cause) {
    throw new PageClosedError(undefined, { cause })
  }
}

/** Taken to the page as it stands: it may use nothing of this file. */
function callInPage(name: string, given: unknown[]): unknown {
  const { svcInPage } = globalThis as unknown as {
    svcInPage: Record<string, (...given: unknown[]) => unknown>
  }
  return svcInPage[name]?.(...given)
}
