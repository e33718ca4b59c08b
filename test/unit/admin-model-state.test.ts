/** Of a model the page for administration calls proven what was proven, and nothing else. */
import test from 'ava'
import type { AdminModel } from '../../core/contract/admin-page.ts'
import { modelState } from '../../plugin/admin/model-state.ts'

const model: AdminModel = {
  name: 'own',
  kind: 'text',
  in_use: true,
  installed: true,
  size_bytes: 1,
  memory_bytes: null,
  verified: true,
  known: false,
  fitness: null,
  licence: null,
}

const cases: [string, Partial<AdminModel>, RegExp][] = [
  ['of nobody’s proof', {}, /não provado nesta máquina$/],
  ['that failed its proof', { fitness: 'nothing' }, /reprovado: não serve/],
  ['that may phrase', { fitness: 'phrase' }, /provado só para redigir linhas$/],
  ['that may write', { fitness: 'write' }, /provado para escrever documentos$/],
  ['of an own file', {}, /fora do catálogo, igual ao que foi importado/],
  ['of the catalogue', { known: true }, /igual ao do catálogo/],
  ['of which nothing was checked', { verified: false, known: true }, /não conferido/],
]

for (const [title, change, expected] of cases)
  test(`a model ${title} is called that`, (t) => {
    t.regex(modelState({ ...model, ...change }), expected)
  })
