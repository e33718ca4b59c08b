/** An EHR's form as React has it: fields that hold what the state says, and nothing else. */
import { createElement as e, useState } from 'react'
import { createRoot } from 'react-dom/client'

function Form() {
  const [state, setState] = useState({})
  const on =
    (name) =>
    ({ target }) =>
      setState((before) => ({
        ...before,
        [name]: target.type === 'checkbox' ? target.checked : target.value,
      }))
  const held = (name) => ({ id: name, value: state[name] ?? '', onChange: on(name) })
  const radio = (value, label) =>
    e(
      'label',
      null,
      e('input', {
        type: 'radio',
        name: 'sex',
        value,
        checked: state.sex === value,
        onChange: on('sex'),
      }),
      label,
    )
  return e(
    'form',
    null,
    e('b', { id: 'patient' }, 'Maria da Silva'),
    e('label', null, 'Queixa', e('input', held('complaint'))),
    e('label', null, 'História', e('textarea', held('history'))),
    e(
      'label',
      null,
      'Hipótese',
      e(
        'select',
        held('hypothesis'),
        e('option', { value: '' }, 'Selecione'),
        e('option', { value: '1' }, 'Cefaleia tensional'),
      ),
    ),
    e(
      'label',
      null,
      'Febre',
      e('input', {
        id: 'fever',
        type: 'checkbox',
        checked: state.fever === true,
        onChange: on('fever'),
      }),
    ),
    radio('F', 'Feminino'),
    radio('M', 'Masculino'),
    // Its state never changes: nothing can be written here.
    e('label', null, 'Fixo', e('input', { id: 'fixed', value: '', onChange() {} })),
    e('pre', { id: 'state' }, JSON.stringify(state)),
  )
}

createRoot(document.querySelector('#root')).render(e(Form))
