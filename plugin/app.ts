/**
 * The app behind plugin.js: one shadow root, one model, one draw per frame at most. Its styles are
 * a constructed sheet and its views write no markup, so that a host's Content-Security-Policy has
 * nothing to object to, and the host's CSS stays outside.
 */
import { addByDoctor } from './components/files-panel.ts'
import { workspace } from './components/workspace.ts'
import type { App, AppDeps } from './host/app-contract.ts'
import { fileIntake } from './services/file-intake.ts'
import { telemetry } from './services/telemetry.ts'
import { newActions } from './state/actions.ts'
import { newModel } from './state/new-model.ts'
import { remoteControl } from './state/remote-control.ts'
import { handleKey } from './state/shortcuts.ts'
import { styles } from './styles/styles.ts'
import { timeOfDay } from './text/figures.ts'
import { render } from './view.ts'

/** The first of these that is there takes over the focus. */
const FOCUS_AFTER_CHANGE = [
  '.body .record',
  '.record-start',
  '.document-head button',
  '.deleted-document button',
  '.document-open',
  '.pill-open',
  '.window',
]

export { catalogueFor } from './locales/choose.ts'

/** @param record as of `newModel` */
export function startApp(given: AppDeps, record?: Parameters<typeof newModel>[3]): App {
  const usage = telemetry(given, PLUGIN_VERSION)
  const { deps } = usage
  const { settings } = deps
  const host = document.createElement('div')
  host.dataset.svcPlugin = ''
  if (settings.darkMode) host.dataset.dark = ''
  if (settings.printable) host.dataset.printable = ''
  const shadow = host.attachShadow({ mode: 'open' })
  shadow.adoptedStyleSheets = [sheetOf(styles)]
  const root = document.createElement('div')
  root.className = 'root'
  shadow.append(root)

  let frameRequest: number | undefined
  let closed = false
  const model = newModel(deps, host, changed, record)
  const actions = newActions(model)
  root.lang = model.t.language
  deps.remote?.attach(remoteControl(model, actions))
  root.addEventListener('keydown', onKey)
  const intake = fileIntake(root, {
    mayAdd: () => settings.enableFileUpload && model.opening.phase === 'ready' && !model.closing,
    onDragging(isDragging) {
      model.uploads.isDragging = isDragging
      changed()
    },
    onFiles: (files) => addByDoctor(model, files),
    pastedName: () => model.t.files.pasted(timeOfDay(Date.now(), model.t.language)),
  })
  // Seen from the page, our text fields are a plain div: its own shortcuts must not answer to what
  // is typed in them.
  for (const type of ['keydown', 'keyup', 'keypress'] as const)
    host.addEventListener(type, (event) => event.stopPropagation())
  draw()
  void model.opening.run()

  /** What still comes after the end (an answer, a timer) finds nothing to draw on. */
  function changed() {
    if (closed) return
    frameRequest ??= requestAnimationFrame(draw)
    deps.remote?.changed()
  }

  function draw() {
    frameRequest = undefined
    model.place.check()
    const focused = shadow.activeElement
    render(root, workspace(model, actions), changed)
    // What had the focus may be gone with its screen: the keyboard must not fall out of the panel.
    if (focused && !focused.isConnected && !shadow.activeElement)
      focusFirst(root, FOCUS_AFTER_CHANGE)
  }

  function onKey(event: KeyboardEvent) {
    if (!handleKey(model, actions, event)) return
    event.preventDefault()
    event.stopPropagation()
  }

  return {
    appendContext: (markdown) => model.context.append(markdown),
    addBackgroundHistory: (text, replace) => model.context.addBackground(text, replace),
    setScreenMediaStream: (stream) => model.remoteSound.inject(stream),
    uploadFiles: (files) => model.uploads.add(files, 'host'),
    warnOtherConsultation() {
      model.otherConsultation = true
      if (settings.whenRemoved === 'pause') void model.recorder.silence()
      changed()
    },
    get isInPlace() {
      return model.place.isInPlace
    },
    get isAway() {
      return model.place.isAway
    },
    put: model.place.put,
    authenticationEnded() {
      model.sessionEnded = true
      changed()
    },
    authenticationRestored() {
      model.sessionEnded = false
      if (model.opening.phase === 'ready') void model.reconnect()
      else void model.opening.run()
    },
    async close() {
      usage.stop()
      await model.shutDown()
      closed = true
      if (frameRequest !== undefined) cancelAnimationFrame(frameRequest)
      intake.stop()
      root.removeEventListener('keydown', onKey)
      render(root, null)
      // Old libraries give elements a `remove` that needs a parent.
      host.parentNode?.removeChild(host)
    },
  }
}

function focusFirst(root: Element, selectors: readonly string[]) {
  for (const selector of selectors) {
    const found = root.querySelector<HTMLElement>(selector)
    if (found) return found.focus()
  }
}

function sheetOf(css: string): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  return sheet
}
