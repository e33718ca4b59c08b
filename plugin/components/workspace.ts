import { DROP_OVERLAY } from '../services/file-intake.ts'
import { type Actions, canGenerate, canRecord } from '../state/actions.ts'
import type { Model } from '../state/model.ts'
import { TABS, type Tab } from '../state/navigation.ts'
import { clockTime } from '../text/figures.ts'
import { type Children, type Component, m, type Vnode, type VnodeDOM } from '../view.ts'
import { banners } from './banners.ts'
import { button, iconButton } from './button.ts'
import { contextPanel } from './context-panel.ts'
import { Dialog, questionDialog } from './dialog.ts'
import { documentShown, documentsPanel } from './documents-panel.ts'
import { FilesPanel } from './files-panel.ts'
import { dragHandlers, header } from './header.ts'
import { type IconName, icon } from './icon.ts'
import { LateKeys, LateModelEditor, LateTemplatePicker } from './late-dialogs.ts'
import { LevelMeter } from './level-meter.ts'
import { notUnderstoodNotice } from './not-understood.ts'
import { recorderPanel } from './recorder-panel.ts'
import { failureScreen, loadingScreen } from './screens.ts'
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

/** Under every tab: the recorder at hand, and the next step. */
function dock(model: Model, actions: Actions): Children {
  const { t, nav, documents } = model
  if (nav.tab === 'documents' && (documents.open || documents.generating)) return null
  const onRecorder = nav.tab === 'recording'
  return [
    notUnderstoodNotice(model),
    m('.dock', [
      !onRecorder && smallRecorder(model, actions),
      m('.dock-space'),
      button(t.recorder.generate, {
        icon: 'sparkle',
        kind: onRecorder && model.recorder.phase !== 'finished' ? 'plain' : 'primary',
        disabled: !canGenerate(model),
        title: canGenerate(model) ? undefined : t.documents.nothingYet,
        onclick: actions.pickTemplate,
      }),
    ]),
  ]
}

function smallRecorder(model: Model, actions: Actions): Children {
  const { t, recorder } = model
  const { phase } = recorder
  const recording = phase === 'recording'
  if (phase === 'finished' || phase === 'finishing') return null
  const label = recording
    ? t.recorder.pause
    : recorder.elapsedMs() > 0
      ? t.recorder.resume
      : t.recorder.start
  return [
    m(
      'button.record.small[type=button]',
      {
        class: recording ? 'on' : '',
        onclick: actions.toggleRecording,
        disabled: !recording && !canRecord(model),
        'aria-label': label,
        title: label,
      },
      icon(recording ? 'pause' : 'mic', 18),
    ),
    m('span.clock', { class: phase }, clockTime(recorder.elapsedMs())),
    recording && m(LevelMeter, { recorder, label: t.recorder.level, bars: 14 }),
  ]
}

const ICONS: Record<Tab, IconName> = {
  recording: 'mic',
  transcript: 'quote',
  context: 'pencil',
  documents: 'document',
  files: 'clip',
}

/** Arrow keys move between tabs, as screen readers announce them. */
function tabs(model: Model): Children {
  const { t, nav, documents, uploads } = model
  const shown = TABS.filter((name) => name !== 'files' || hasFiles(model))

  function onkeydown(event: KeyboardEvent) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key]
    if (!step) return
    event.preventDefault()
    const next = shown[(shown.indexOf(nav.tab) + step + shown.length) % shown.length]!
    nav.go(next)
    const list = event.currentTarget as HTMLElement
    list.querySelector<HTMLElement>(`#svc-tab-${next}`)?.focus()
  }

  const tab = (name: Tab) =>
    m(
      'button.tab[type=button][role=tab]',
      {
        id: `svc-tab-${name}`,
        'aria-selected': String(nav.tab === name),
        'aria-controls': 'svc-panel',
        tabindex: nav.tab === name ? 0 : -1,
        onclick: () => nav.go(name),
        // On the narrowest panels the tabs scroll: the one in use is always to be seen.
        onupdate({ dom }: VnodeDOM) {
          if (nav.tab === name && dom.getAttribute('data-shown') === null)
            dom.scrollIntoView({ block: 'nearest', inline: 'nearest' })
          dom.toggleAttribute('data-shown', nav.tab === name)
        },
      },
      icon(ICONS[name], 18),
      m('span.tab-label', t.tabs[name]),
      name === 'files' && uploads.items.length > 0 && m('span.count', uploads.items.length),
      name === 'documents' && documents.list.length > 0 && m('span.count', documents.list.length),
    )

  return m('.tabs[role=tablist]', { 'aria-label': t.tabs.label, onkeydown }, shown.map(tab))
}

/** Uploads are on, or the host sent some, which the doctor must be able to see (SPEC-GAPS C26). */
function hasFiles({ deps, nav, uploads }: Model): boolean {
  return deps.settings.enableFileUpload || uploads.items.length > 0 || nav.tab === 'files'
}

interface Attrs {
  model: Model
}

/** Asks before the clock is set to zero, and whether what was said goes too (SPEC-GAPS 2.4). */
function ResetDialog(): Component<Attrs> {
  let erase = false

  return {
    view({ attrs: { model } }: Vnode<Attrs>): Children {
      const { t, nav, recorder } = model
      return m(
        Dialog,
        { title: t.recorder.resetTitle, closeLabel: t.cancel, onclose: nav.closeDialog },
        [
          m('.dialog-body', [
            m('p', erase ? t.recording.eraseNote : t.recorder.resetText),
            m('label.check', [
              m('input[type=checkbox]', {
                checked: erase,
                onchange(event: Event) {
                  erase = (event.target as HTMLInputElement).checked
                  model.changed()
                },
              }),
              m('span', t.recording.eraseToo),
            ]),
          ]),
          m('.dialog-actions', [
            button(t.cancel, { onclick: nav.closeDialog }),
            button(t.recorder.resetConfirm, {
              kind: 'danger',
              onclick() {
                nav.closeDialog()
                void recorder.reset({ erase })
              },
            }),
          ]),
        ],
      )
    },
  }
}
