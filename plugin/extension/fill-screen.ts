/** The sheet above a visit: what goes to which field of the page, and the fields for copying. */
import { button, iconButton } from '../components/button.ts'
import { copyPlainText } from '../services/clipboard.ts'
import { type Children, m } from '../view.ts'
import { isThereAlready, type Row } from './fill-sheet.ts'
import { openButton } from './form.ts'
import { hostOf } from './insert-into-page.ts'
import type { PanelState } from './panel-state.ts'
import { WHOLE } from './site-rules.ts'
import { words } from './words.ts'

type Format = keyof typeof words.sheet.formats

const FORMATS: readonly Format[] = ['plain', 'markdown', 'html']
/** Of one text on the sheet; all of it is in the document below. */
const LONGEST = 300
const COPY_AS = 'svc-copy-as'

export function fillScreen(state: PanelState): Children {
  const { sheet, isBusy } = state
  const { rows, hasTargets, isDone, isStopped, refusal, doubt, siteName, closed } = sheet
  if (!rows) return null
  const t = words.sheet
  const chosen = rows.filter(({ isChosen }) => isChosen).length
  const shown = [...rows.filter(isAimed), ...rows.filter((row) => !isAimed(row))]
  return m('section.fill-sheet', { 'aria-label': t.title }, [
    m('.fill-head', [
      m('h2', hasTargets ? t.title : t.copyTitle),
      iconButton('close', t.close, { onclick: () => sheet.close() }),
    ]),
    siteName && m('p.note', t.site(siteName)),
    refusal && m('p.told[role=alert]', refusal),
    closed !== undefined && [
      !refusal && m('p.note', words.frames.fields(hostOf(closed))),
      openButton(state, closed),
    ],
    doubt && [
      m('p.told[role=alert]', doubt),
      m(
        'label.tick',
        m('input[type=checkbox]', {
          checked: sheet.isSamePatient,
          onchange: (event: Event) => sheet.saySame(isTicked(event)),
        }),
        t.samePatient,
      ),
    ],
    m('label.copy-as', [
      t.copyAs,
      m(
        'select',
        { onchange: (event: Event) => keepFormat((event.currentTarget as Choice).value) },
        FORMATS.map((format) =>
          m('option', { value: format, selected: format === formatNow() }, t.formats[format]),
        ),
      ),
    ]),
    m(
      'ul.fill-rows',
      shown.map((row) => m('li', { key: row.key }, rowView(state, row, isStopped))),
    ),
    (hasTargets || doubt) &&
      !isDone &&
      m('.row.fill-foot', [
        hasTargets &&
          button(t.write(chosen), {
            kind: 'primary',
            icon: 'send',
            busy: isBusy,
            disabled: isBusy || isStopped || chosen === 0,
            onclick: () => void state.write(),
          }),
        button(t.atCaret, {
          disabled: isBusy || isStopped,
          onclick: () => void state.insert(),
        }),
      ]),
  ])
}

function rowView(state: PanelState, row: Row, isStopped: boolean): Children {
  const t = words.sheet
  const { key, plain, proposal, isChosen, outcome } = row
  const name = key === WHOLE ? t.whole : key
  const isThere = isThereAlready(row)
  const isFree = proposal && !proposal.refusal && !outcome && !isThere
  const isOpen = isFree && !state.sheet.isDone
  const problem = outcome ?? proposal?.refusal
  return [
    m('.fill-row', [
      isOpen
        ? m(
            'label.tick',
            m('input[type=checkbox]', {
              checked: isChosen,
              disabled: isStopped,
              onchange: (event: Event) => state.sheet.choose(key, isTicked(event)),
            }),
            m('strong', name),
          )
        : m('strong', name),
      iconButton('copy', t.copy(name), { onclick: () => void copy(state, row, name) }),
    ]),
    proposal &&
      proposal.refusal !== 'no_field' &&
      m('p.fill-to', proposal.name ? t.to(proposal.name) : t.toUnnamed),
    m('p.fill-text', short(isOpen ? proposal.next : plain)),
    isOpen &&
      proposal.now && [m('p.fill-now', t.now(short(proposal.now))), m('p.note', t.replaces)],
    isThere && m('p.fill-outcome.ok', t.isThere),
    isFree && !isOpen && m('p.fill-outcome', t.left),
    problem &&
      m('p.fill-outcome', { class: problem === 'written' ? 'ok' : '' }, t.outcomes[problem]),
    outcome === 'altered' && m('p.fill-now', t.now(short(proposal?.now ?? ''))),
  ]
}

function isAimed({ proposal }: Row): boolean {
  return proposal !== undefined
}

async function copy(state: PanelState, row: Row, name: string) {
  const isCopied = await copyPlainText(row[formatNow()])
  const t = words.sheet
  state.tell({ text: isCopied ? t.copied(name) : t.copyBlocked, ok: isCopied })
}

function formatNow(): Format {
  const kept = localStorage.getItem(COPY_AS)
  return FORMATS.find((format) => format === kept) ?? 'plain'
}

function keepFormat(format: string) {
  localStorage.setItem(COPY_AS, format)
}

function isTicked(event: Event): boolean {
  return (event.currentTarget as HTMLInputElement).checked
}

function short(text: string): string {
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text
}

type Choice = HTMLSelectElement
