import type { ConfirmedCode } from '../../core/contract/api.ts'
import type { CodeKind } from '../state/code-list.ts'
import {
  type ChosenProcedure,
  MOST_TIMES,
  procedureKind,
  sigtapCode,
  sigtapTitle,
  withQuantity,
} from '../state/procedures.ts'
import { type Component, m, type Vnode } from '../view.ts'
import { type CodeRow, codePanel } from './code-panel.ts'

/**
 * Procedures beneath a document: confirm what it says was done, search others, say how many times.
 */
export const ProceduresPanel = codePanel<ChosenProcedure>({
  ...procedureKind,
  words: (t) => t.procedures,
  written: sigtapCode,
  title: sigtapTitle,
  control: ({ one, list, t, name, attrs }) =>
    m(TimesField, {
      attrs,
      times: one.quantity,
      label: t.procedures.times(name),
      choose: (written) => list.choose(withQuantity(list.chosen, one.code, written)),
    }),
})

interface TimesAttrs {
  attrs: CodeRow<ChosenProcedure>['attrs']
  times: number
  label: string
  /** What is no number of times leaves it as it was. */
  choose(written: string): void
}

/**
 * What is being typed stays until the field is left, however often the screen is drawn anew
 * meanwhile.
 */
function TimesField(): Component<TimesAttrs> {
  let typed: string | undefined

  return {
    view: ({ attrs: { attrs, times, label, choose } }: Vnode<TimesAttrs>) =>
      m('input.times[type=number][min=1][step=1]', {
        ...attrs,
        max: MOST_TIMES,
        value: typed ?? times,
        'aria-label': label,
        title: label,
        oninput: (event: Event) => {
          typed = written(event)
        },
        onchange: (event: Event) => {
          typed = undefined
          choose(written(event))
        },
      }),
  }
}

function written({ target }: Event): string {
  return (target as HTMLInputElement).value
}

type ChosenDiagnosis = Pick<ConfirmedCode, 'code' | 'display' | 'principal'>

/** Diagnoses of the CID-10: exactly one is the principal one, unless there is none. */
const diagnosisKind: CodeKind<ChosenDiagnosis> = {
  resource: 'diagnoses',
  system: 'CID10',
  begin: ({ code, display }) => ({ code, display, principal: false }),
  taken: ({ code, display, principal }) => ({ code, display, principal }),
  sent: ({ code, principal }) => ({ code, principal }),
  settled(next) {
    const principal = (next.find((one) => one.principal) ?? next[0])?.code
    return next.map((one) => ({ ...one, principal: one.code === principal }))
  },
}

function withPrincipal(chosen: readonly ChosenDiagnosis[], code: string): ChosenDiagnosis[] {
  return chosen.map((one) => ({ ...one, principal: one.code === code }))
}

/** As doctors read it: `J069` → `J06.9`. */
function dotted(code: string): string {
  return code.length > 3 ? `${code.slice(0, 3)}.${code.slice(3)}` : code
}

/**
 * Coded diagnoses beneath a document: confirm what it suggests, search others, say which is the
 * principal one.
 */
export const DiagnosesPanel = codePanel<ChosenDiagnosis>({
  ...diagnosisKind,
  words: (t) => t.diagnoses,
  written: dotted,
  control: ({ one, list, t, name, attrs }) =>
    m('input[type=radio][name=svc-principal]', {
      ...attrs,
      checked: one.principal,
      'aria-label': t.diagnoses.principalOf(name),
      onchange: () => list.choose(withPrincipal(list.chosen, one.code)),
    }),
  mark: (one, t) => one.principal && m('span.tag', t.diagnoses.principal),
  isMain: ({ principal }) => principal,
})
