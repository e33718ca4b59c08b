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
    function getContexts(filter: { contextTypes: string[] }): Promise<unknown[]>
  }
  namespace offscreen {
    function createDocument(options: {
      url: string
      reasons: string[]
      justification: string
    }): Promise<void>
  }
  namespace action {
    const onClicked: Event<(tab: tabs.Tab) => void>
    function setBadgeText(options: { text: string }): Promise<void>
    function setBadgeBackgroundColor(options: { color: string }): Promise<void>
    function setTitle(options: { title: string }): Promise<void>
  }
  namespace commands {
    const onCommand: Event<(command: string, tab?: tabs.Tab) => void>
  }
  namespace sidePanel {
    function open(options: { windowId: number }): Promise<void>
  }
  namespace storage {
    /** What an administrator's policy says. */
    const managed: { get(names: string[]): Promise<Record<string, unknown>> }
    /** Until the browser is closed. */
    const session: {
      get(name: string): Promise<Record<string, unknown>>
      set(values: Record<string, unknown>): Promise<void>
      remove(name: string): Promise<void>
    }
  }
  namespace windows {
    function getCurrent(): Promise<{ id: number }>
  }
  namespace tabs {
    interface Tab {
      id?: number
      windowId: number
    }
    function create(options: { url: string }): Promise<Tab>
    function query(filter: { active: boolean; currentWindow: boolean }): Promise<Tab[]>
  }
  namespace permissions {
    function request(wanted: { permissions: string[] }): Promise<boolean>
  }
  namespace tabCapture {
    function getMediaStreamId(options: { targetTabId: number }): Promise<string>
  }
  namespace scripting {
    interface Target {
      tabId: number
    }
    function executeScript(options: { target: Target; files: string[] }): Promise<unknown>
    function executeScript<Given extends unknown[], Result>(options: {
      target: Target
      func: (...given: Given) => Result
      args: Given
    }): Promise<{ result?: Awaited<Result> }[]>
  }
}
