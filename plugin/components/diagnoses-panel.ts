import { type ChosenDiagnosis, diagnosisKind, dotted, withPrincipal } from '../state/diagnoses.ts'
import { m } from '../view.ts'
import { codePanel } from './code-panel.ts'

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
