import { DROP_OVERLAY } from '../services/file-intake.ts'
import type { Actions } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { clockTime } from '../text/durations.ts'
import { type Children, m } from '../view.ts'
import { banners } from './banners.ts'
import { iconButton } from './button.ts'
import { contextPanel } from './context-panel.ts'
import { questionDialog } from './dialog.ts'
import { dock } from './dock.ts'
import { documentShown, documentsPanel } from './documents-panel.ts'
import { FilesPanel } from './files-panel.ts'
import { dragHandlers, header } from './header.ts'
import { icon } from './icon.ts'
import { LateKeys, LateModelEditor, LateTemplatePicker } from './late-dialogs.ts'
import { recorderPanel } from './recorder-panel.ts'
import { ResetDialog } from './reset-dialog.ts'
import { failureScreen, loadingScreen } from './screens.ts'
import { tabs } from './tabs.ts'
import { toasts } from './toasts.ts'
import { TranscriptPanel } from './transcript-panel.ts'

/** The minimised window: what is going on, and the one button that matters. */
function pill({ t, recorder }: Model, actions: Actions): Children {
  const { phase } = recorder
  const active = phase === 'recording' || phase === 'paused'
  return m('.pill', [
    m(
      'button.pill-open[type=button]',
      { onclick: actions.restoreWindow },
      // The name says what is seen, in its order: who speaks to the computer says what he reads.
      m('span.hidden', `${t.window.open}. `),
      active ? m('span.dot', { class: phase }) : icon('quote', 16),
      m('span', active ? t.recorder[phase] : t.title),
      active && [' ', m('span.clock', clockTime(recorder.elapsedMs()))],
    ),
    phase === 'recording' &&
      iconButton('pause', t.recorder.pause, { onclick: actions.toggleRecording }),
    phase === 'paused' &&
      iconButton('mic', t.recorder.resume, { onclick: actions.toggleRecording }),
  ])
}

/** Over the whole panel while files are held above it. */
function dropOverlay({ t, uploads }: Model): Children {
  if (!uploads.isDragging) return null
  return m(`.${DROP_OVERLAY}`, m('p', icon('clip', 26), t.files.dropNow))
}

/** Everything the doctor sees. */
export function workspace(model: Model, actions: Actions): Children {
  const { frame, t } = model
  if (frame.mode === 'minimized') return [pill(model, actions), announcer(model)]
  return [
    m(
      '.window[role=region][tabindex=-1]',
      { 'aria-label': t.appName, class: frame.floating ? 'floating' : '' },
      [
        header(model, actions),
        body(model, actions),
        dropOverlay(model),
        frame.floating && frame.mode === 'normal' && !frame.sheet && resizeHandle(model),
      ],
    ),
    announcer(model),
  ]
}

function body(model: Model, actions: Actions): Children {
  const { phase } = model.opening
  if (phase === 'failed') return [failureScreen(model, actions), toasts(model)]
  if (phase !== 'ready') return loadingScreen(model)
  return [
    tabs(model),
    banners(model),
    // A list of one, so that another tab is another element, scrolled to its own top.
    [
      m(
        '.body#svc-panel[role=tabpanel]',
        { key: model.nav.tab, 'aria-labelledby': `svc-tab-${model.nav.tab}` },
        panel(model, actions),
      ),
    ],
    // With an open document they are above its buttons, which must not move under a hand.
    documentShown(model) ? null : toasts(model),
    dock(model, actions),
    dialog(model, actions),
  ]
}

function panel(model: Model, actions: Actions): Children {
  switch (model.nav.tab) {
    case 'recording':
      return recorderPanel(model, actions)
    case 'transcript':
      return m(TranscriptPanel, { model, actions })
    case 'context':
      return contextPanel(model)
    case 'files':
      return m(FilesPanel, { model })
    case 'documents':
      return documentsPanel(model, actions)
  }
}

function dialog(model: Model, actions: Actions): Children {
  const { t, nav, deps } = model
  if (nav.dialog === 'templates') return m(LateTemplatePicker, { model, actions })
  if (nav.dialog === 'keys') return m(LateKeys, { model })
  if (nav.dialog === 'model') return m(LateModelEditor, { model })
  if (nav.dialog === 'reset') return m(ResetDialog, { model })
  if (nav.dialog === 'close')
    return questionDialog({
      title: t.recorder.closeTitle,
      text: t.recorder.closeText,
      confirm: t.recorder.closeConfirm,
      cancel: t.cancel,
      oncancel: nav.closeDialog,
      onconfirm() {
        nav.closeDialog()
        deps.onCloseRequested()
      },
    })
  return null
}

/** Spoken, not seen: what changed. */
function announcer({ notices }: Model): Children {
  return m('.hidden[role=status][aria-live=polite]', notices.announcement)
}

function resizeHandle({ frame, t }: Model): Children {
  return m('.resize[role=group]', {
    tabindex: 0,
    'aria-label': t.window.resize,
    ...dragHandlers((dx, dy) => frame.resizeBy(dx, dy)),
  })
}
