/**
 * The way to the EHR's page beside the panel. The browser opens it for the one tab on which the
 * doctor clicked the extension's button, until that tab goes elsewhere; no other page can be read.
 */
import type { InPage } from './page-words.ts'

type Answer<Name extends keyof InPage> = Awaited<ReturnType<InPage[Name]>>

/** The page may not be written to: the doctor has not opened it, or it is the browser's own. */
export class PageClosedError extends Error {}

/** @throws {PageClosedError} */
export async function askPage<Name extends keyof InPage>(
  name: Name,
  ...given: Parameters<InPage[Name]>
): Promise<Answer<Name>> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true })
  if (tab?.id === undefined) throw new PageClosedError()
  const target = { tabId: tab.id }
  try {
    await chrome.scripting.executeScript({ target, files: ['in-page.js'] })
    const [answer] = await chrome.scripting.executeScript({
      target,
      func: callInPage,
      args: [name, given],
    })
    return answer?.result as Answer<Name>
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
