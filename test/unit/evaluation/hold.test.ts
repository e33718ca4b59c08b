import test from 'ava'
import { isHeld } from '../../../core/evaluation/score-document.ts'

const says = test.macro({
  title: (_, fact: string, value: string, held: boolean) =>
    `“${value}” ${held ? 'says' : 'does not say'} “${fact}”`,
  exec(t, fact: string, value: string, held: boolean) {
    t.is(isHeld({ path: ['Campo'], kind: 'text', holds: fact }, value), held)
    t.is(isHeld({ path: ['Campo'], kind: 'text', holds: fact }, [value]), held)
  },
})

// Spelling is nobody's mistake.
test(says, 'dor no joelho direito', 'DOR DE JOELHO DIREITO há 6 meses', true)
test(says, 'losartana 50 mg', 'Losartana cinquenta miligramas uma vez ao dia', true)
test(says, 'losartana 1 vez ao dia', 'Losartana 50 mg uma vez ao dia', true)
test(says, 'temperatura 38,5', 'Temperatura de trinta e oito vírgula cinco graus', true)
test(says, 'temperatura 38,5', 'Temperatura de 38.5 °C', true)
test(says, 'amoxicilina 8 em 8 horas', 'Amoxicilina 500 mg 8/8 h', true)
test(says, 'amoxicilina a cada 8 horas', 'Amoxicilina 500 mg de 8 em 8 horas', true)
test(says, 'metformina 850 mg 2 vezes ao dia', 'Metformina 850 mg 2x/dia', true)
test(says, 'palpitações', 'Palpitação aos esforços', true)
test(says, 'saturação 97%', 'Saturação de 97 por cento', true)
test(says, 'há 3 dias', 'Tosse há três dias', true)
test(says, 'pressão 120 80', 'Pressão 120 por 80', true)
test(says, 'sem febre', 'Nega febre', true)
test(says, 'nega alergias', 'Alergias: nega', true)
test(says, 'não tem alergia', 'Tem alergia a algum remédio? Não.', true)
test(says, 'nega tosse', 'Nega febre, dispneia e tosse', true)
test(says, 'não melhorou com dipirona', 'Tomou dipirona e não melhorou', true)
test(says, 'joelho esquerdo', 'Dor na perna e no joelho esquerdos', true)
test(says, 'murmúrio vesicular presente', 'Murmúrio vesicular presente, sem ruídos', true)
test(says, 'abdome flácido', 'Pulmões sem ruídos, abdome flácido', true)
test(says, 'esférico -1,50', 'OD: -1,50 esférico', true)
test(says, 'três meses', 'Sem dormir bem três meses', true)
test(says, 'separação', 'Não tem vontade de sair desde a separação', true)
test(says, 'altura 172 cm', 'Altura de 1,72 m', true)
test(says, 'altura 1,72 m', 'Altura de um metro e setenta e dois', true)
test(says, 'altura 1,72', 'Altura de 1,72 m', true)
test(says, 'nódulo de 1,5 cm', 'Nódulo de 1,5 cm', true)
test(says, 'dorme 8 horas', 'Dorme pelo menos 8 horas', true)

// What was changed is lost.
test(says, 'losartana 50 mg', 'Losartana 500 mg uma vez ao dia', false)
test(says, 'losartana 50 mg', 'Losartana 50 mcg uma vez ao dia', false)
test(says, 'losartana 50 mg', 'Enalapril 50 mg uma vez ao dia', false)
test(says, 'dipirona 10 gotas por 10 dias', 'Dipirona 10 gotas por 5 dias', false)
test(says, 'dipirona 10 gotas por 5 dias', 'Dipirona 5 gotas por 10 dias', false)
test(says, 'amoxicilina 8 em 8 horas', 'Amoxicilina 500 mg de 6 em 6 horas', false)
test(says, 'joelho direito', 'Dor no joelho esquerdo', false)
test(says, 'febre', 'Nega febre', false)
test(says, 'febre', 'Não apresenta febre', false)
test(says, 'tosse', 'Nega febre, dispneia e tosse', false)
test(says, 'tosse', 'Tem tosse? Não.', false)
test(says, 'alergia a dipirona', 'Nega alergia a dipirona', false)
test(says, 'nega febre', 'Refere febre há 3 dias', false)
test(says, 'nega alergia', 'Alergia a dipirona', false)
test(says, 'melhora com repouso', 'Não melhora com repouso', false)
test(says, 'há 3 dias', 'Tosse há 3 semanas', false)
test(says, 'pressão 120 80', 'Pressão 120 por 90', false)
test(says, 'esférico -1,50', 'OD: +1,50 esférico', false)
test(says, 'altura 172 cm', 'Altura de 1,62 m', false)
test(says, 'nódulo de 1,5 cm', 'Nódulo de 1,5 m', false)
test(says, 'nódulo de 15 mm', 'Nódulo de 15 cm', false)
test(says, 'mãe diabetes', 'Pai com diabetes', false)

test('words of two sentences, or of two items, do not make a fact', (t) => {
  const fact = { path: ['Campo'], kind: 'text' as const, holds: 'joelho direito' }
  t.false(isHeld(fact, 'Dor no joelho. Ombro direito livre.'))
  t.false(isHeld(fact, ['dor no joelho', 'ombro direito']))
})

test('other words for the same fact count, and only in its field', (t) => {
  const fact = {
    path: ['Campo'],
    kind: 'text' as const,
    holds: 'hipertensão',
    or: ['pressão alta'],
  }
  t.true(isHeld(fact, 'Tem pressão alta há 10 anos'))
  t.false(isHeld(fact, 'Tem diabetes há 10 anos'))
  t.false(isHeld(fact, null))
})

const measures = test.macro({
  title: (_, wanted: string, written: string | null, held: boolean) =>
    `a measure of ${wanted} is ${held ? '' : 'not '}written as ${written}`,
  exec(t, wanted: string, written: string | null, held: boolean) {
    const fact = { path: ['Sinais Vitais', 'PA'], kind: 'measure' as const, holds: wanted }
    t.is(isHeld(fact, { FC: '130 mmHg', PA: written }), held)
  },
})
test(measures, '130 mmHg', '130 mmHg', true)
test(measures, '130 mmHg', '130 mmhg', true)
test(measures, '36,5 °C', '36.5 °C', true)
test(measures, '36,5 °C', '36,50 °C', true)
test(measures, '130 mmHg', '13 mmHg', false)
test(measures, '130 mmHg', '130', false)
test(measures, '130 mmHg', '130 mmHg sentado', false)
test(measures, '130 mmHg', null, false)
