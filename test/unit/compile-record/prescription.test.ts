/**
 * What of "Medicações Prescritas" is an order of today, and what only goes on or ends (RNDS.md
 * §8.3).
 */
import test from 'ava'
import { readPrescription } from '../../../core/rnds/compile-record/compile-record.ts'

const CASES: [text: string, isOrdered: boolean][] = [
  ['Losartana 50 mg de 12 em 12 horas', true],
  ['Iniciar sertralina 50 mg', true],
  ['Aumentar losartana para 100 mg', true],
  ['Reduzir prednisona para 10 mg', true],
  ['Trocar enalapril por losartana 50 mg', true],
  ['Dipirona 1 g se dor', true],
  ['Suspensão de amoxicilina 5 mL de 8/8 horas', true],
  ['Manter losartana e aumentar hidroclorotiazida para 25 mg', true],
  ['Renovada receita de clonazepam 2 mg', true],
  ['Manter losartana 50 mg, receita renovada', true],
  ['Continuar amoxicilina, passar para 875 mg', true],
  ['Pode continuar com a losartana', false],
  ['Continuar com a losartana', false],
  ['Continue usando metformina', false],
  ['Manter metformina 850 mg', false],
  ['Mantida losartana', false],
  ['Mantidos os medicamentos em uso', false],
  ['Mantenho AAS', false],
  ['Seguir com o uso de omeprazol', false],
  ['Segue em uso de omeprazol', false],
  ['Em uso de sinvastatina', false],
  ['Já em uso de puran', false],
  ['Suspender amitriptilina', false],
  ['Losartana 50 mg: suspensa', false],
  ['AAS 100 mg – suspender', false],
  ['Metformina 850 mg (manter)', false],
  ['Ibuprofeno (não usar)', false],
  ['Evitar anti-inflamatórios', false],
  ['Prednisona 20 mg por 5 dias e suspender', true],
  ['Dipirona 1 g, suspender se alergia', true],
  ['Amoxicilina suspensão 250 mg/5 mL, 5 mL de 8/8 horas', true],
  ['Losartana 50 mg, receita nova (manter)', true],
  ['Não há medicações prescritas', false],
]

for (const [text, isOrdered] of CASES)
  test(`"${text}" is ${isOrdered ? 'an order' : 'none, and stays in the plan'}`, (t) => {
    const field = { name: 'Medicações Prescritas', entries: [{ key: null, text }] }
    const { items, notOrdered } = readPrescription([field], '2026-03-16T14:00:00-03:00')
    t.deepEqual(
      items.map((one) => one.text),
      isOrdered ? [text] : [],
    )
    t.deepEqual(notOrdered, isOrdered ? [] : [field])
  })
