/** Of the browser's interface for extensions, what is used here. */
declare namespace chrome {
  interface Event<Listener> {
    addListener(listener: Listener): void
  }
  namespace runtime {
    interface Port {
      readonly name: string
      readonly onMessage: Event<(message: unknown) => void>
      readonly onDisconnect: Event<() => void>
      postMessage(message: unknown): void
      disconnect(): void
    }
    const id: string
    const onConnect: Event<(port: Port) => void>
    const onMessage: Event<(message: unknown) => void>
    function connect(options: { name: string }): Port
    function sendMessage(message: unknown): Promise<unknown>
    function getURL(path: string): string
    function getManifest(): { version: string }
    /** Absent in Firefox. */
    const requestUpdateCheck: (() => Promise<{ status: string; version?: string }>) | undefined
    const onUpdateAvailable: Event<(details: { version: string }) => void>
    /** Starts the extension again, as the newest version that the browser has fetched. */
    function reload(): void
    function getContexts(filter: { contextTypes: string[] }): Promise<unknown[]>
  }
  /** Absent in Firefox. */
  const offscreen:
    | {
        createDocument(options: {
          url: string
          reasons: string[]
          justification: string
        }): Promise<void>
      }
    | undefined
  namespace action {
    const onClicked: Event<(tab: tabs.Tab) => void>
    function setBadgeText(options: { text: string }): Promise<void>
    function setBadgeBackgroundColor(options: { color: string }): Promise<void>
    function setTitle(options: { title: string }): Promise<void>
  }
  namespace commands {
    const onCommand: Event<(command: string, tab?: tabs.Tab) => void>
  }
  /** Of Firefox alone. */
  const sidebarAction: { open(): Promise<void> } | undefined
  namespace extension {
    /** Pages of this extension that are open, as far as they are in this process. */
    function getViews(filter: { type: 'tab' }): Window[]
  }
  namespace sidePanel {
    function open(options: { windowId: number }): Promise<void>
  }
  namespace identity {
    /** Where a window must come to, for `launchWebAuthFlow` to take its address. */
    function getRedirectURL(): string
    function launchWebAuthFlow(options: {
      url: string
      interactive: boolean
    }): Promise<string | undefined>
  }
  namespace storage {
    /** What an administrator's policy says. */
    const managed: { get(names: string[]): Promise<Record<string, unknown>> }
    /** The second is whose values: `managed` where a policy came or changed. */
    const onChanged: {
      addListener(told: (changes: Record<string, unknown>, area: string) => void): void
    }
    /** Until the browser is closed. */
    const session: {
      get(name: string): Promise<Record<string, unknown>>
      set(values: Record<string, unknown>): Promise<void>
      remove(name: string): Promise<void>
      clear(): Promise<void>
    }
  }
  namespace windows {
    function getCurrent(): Promise<{ id: number }>
  }
  namespace tabs {
    interface Tab {
      id?: number
      windowId: number
      /** Undefined where the extension may not see it. */
      url?: string
    }
    function create(options: { url: string; active?: boolean; pinned?: boolean }): Promise<Tab>
    function query(filter: { active: boolean; currentWindow: boolean }): Promise<Tab[]>
    function update(tabId: number, change: { active: true }): Promise<Tab>
    /** That of the page that asks; undefined where it is in none. */
    function getCurrent(): Promise<Tab | undefined>
    const onRemoved: Event<(tabId: number) => void> & {
      removeListener(listener: (tabId: number) => void): void
    }
    interface Activated {
      tabId: number
      windowId: number
    }
    const onActivated: Event<(now: Activated) => void> & {
      removeListener(listener: (now: Activated) => void): void
    }
  }
  namespace permissions {
    function request(wanted: { permissions?: string[]; origins?: string[] }): Promise<boolean>
    function contains(wanted: { origins: string[] }): Promise<boolean>
    function getAll(): Promise<{ origins: string[] }>
    function remove(given: { origins: string[] }): Promise<boolean>
  }
  namespace tabCapture {
    function getMediaStreamId(options: { targetTabId: number }): Promise<string>
  }
  namespace scripting {
    interface Target {
      tabId: number
      frameIds?: number[]
      allFrames?: true
    }
    function executeScript(options: { target: Target; files: string[] }): Promise<unknown>
    function executeScript<Given extends unknown[], Result>(options: {
      target: Target
      func: (...given: Given) => Result
      args: Given
    }): Promise<{ frameId: number; result?: Awaited<Result> }[]>
  }
}
