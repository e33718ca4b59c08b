/** Allergies in running words, as a doctor or a generator writes them (RNDS.md §7.7). */
import test from 'ava'
import { allergyReader } from '../../../core/rnds/compile-record/allergies.ts'

const { told } = allergyReader()

/** `?` marks what is uncertain. */
const CASES: [text: string, allergies: string][] = [
  // Affirmed.
  ['Alergia a dipirona.', 'dipirona'],
  ['Alérgico à penicilina', 'penicilina'],
  ['Paciente alérgica a camarão.', 'camarão'],
  ['Hipertenso, refere alergia a dipirona.', 'dipirona'],
  ['Tem alergia à dipirona e à penicilina.', 'dipirona|penicilina'],
  ['Alergia a dipirona, AAS e ibuprofeno.', 'dipirona|AAS|ibuprofeno'],
  ['Alergias: dipirona', 'dipirona'],
  ['Alergia: amoxicilina', 'amoxicilina'],
  ['Alergia medicamentosa: sulfa', 'sulfa'],
  ['Alergia medicamentosa a sulfas', 'sulfas'],
  ['Alergia alimentar a amendoim', 'amendoim'],
  ['Reação alérgica a amoxicilina há dois anos', 'amoxicilina'],
  ['Reação alérgica grave ao ibuprofeno', 'ibuprofeno'],
  ['Teve reação alérgica com cefalexina', 'cefalexina'],
  ['Choque anafilático após uso de penicilina', 'penicilina'],
  ['Anafilaxia por picada de abelha', 'picada de abelha'],
  ['Alergia a picada de insetos', 'picada de insetos'],
  ['Alergia a látex', 'látex'],
  ['Alergia a esparadrapo', 'esparadrapo'],
  ['Alergia a contraste iodado', 'contraste iodado'],
  ['Hipersensibilidade a AINEs', 'AINEs'],
  ['Intolerância à lactose', 'lactose'],
  ['Intolerante à lactose', 'lactose'],
  ['Alergia a dipirona com urticária', 'dipirona'],
  ['Alergia a dipirona (urticária)', 'dipirona'],
  ['Alergia a frutos do mar', 'frutos do mar'],
  ['Alergia a dipirona e hipertensão arterial', 'dipirona'],
  ['Alergia a dipirona, nega outras alergias', 'dipirona'],
  ['Alergia a dipirona. Nega outras alergias.', 'dipirona'],
  ['Nega comorbidades. Alergia a penicilina.', 'penicilina'],
  ['Nega comorbidades, refere alergia a penicilina.', 'penicilina'],
  ['Nega tabagismo, tem alergia a sulfa', 'sulfa'],
  ['Nega alergias, exceto a dipirona', 'dipirona'],
  ['Nega alergia a medicamentos, exceto penicilina', 'penicilina'],
  ['Sem comorbidades, mas alérgico a dipirona', 'dipirona'],
  ['É alérgico a dipirona? Sim.', 'dipirona'],
  ['Filho de pai hipertenso, alérgico a dipirona', 'dipirona'],
  ['Relata ser alérgica ao medicamento dipirona', 'dipirona'],
  ['Teve alergia ao tomar amoxicilina', 'amoxicilina'],
  ['Alergias medicamentosas: nega. Alergia alimentar: camarão', 'camarão'],
  ['Nega alergia a penicilina, mas tem alergia a dipirona', 'dipirona'],
  ['Atópico, alérgico a ácaros e poeira', 'ácaros|poeira'],
  // Where the list ends.
  ['Alergia a penicilina, porém tomou amoxicilina sem reação', 'penicilina'],
  ['Alergia a dipirona, toma paracetamol sem problemas', 'dipirona'],
  ['Alergia a dipirona, usa losartana 50 mg', 'dipirona'],
  ['Alergia a anti-inflamatórios não esteroidais', 'anti-inflamatórios não esteroidais'],
  ['Alergia a AAS e dipirona, em uso de omeprazol', 'AAS|dipirona'],
  // Denied.
  ['Nega alergias.', ''],
  ['Nega alergia medicamentosa', ''],
  ['Nega alergia a dipirona', ''],
  ['Nega alergias a medicamentos e alimentos', ''],
  ['Sem alergias medicamentosas', ''],
  ['Sem alergia a medicamentos conhecida', ''],
  ['Não tem alergia a dipirona', ''],
  ['Não é alérgica a nada', ''],
  ['Não refere alergia a medicamentos', ''],
  ['Não apresenta alergia à penicilina', ''],
  ['Nunca teve alergia a remédio', ''],
  ['Desconhece alergias', ''],
  ['Alergias: nega', ''],
  ['Alergias: nenhuma conhecida', ''],
  ['Alergias: não', ''],
  ['Alergia a dipirona negada', ''],
  ['Alergia a penicilina descartada', ''],
  ['Tem alergia a algum remédio? Não.', ''],
  ['É alérgico a dipirona? Não.', ''],
  ['Alergia a leite na infância, superada', ''],
  ['Já não tem alergia a leite', ''],
  ['Alergia a dipirona descartada em teste', ''],
  ['Alergia a dipirona não confirmada', ''],
  ['Alergia a penicilina foi descartada pelo alergista', ''],
  ['Ex-alérgico a camarão', ''],
  ['Alergia a dipirona tolerada hoje', ''],
  ['Alergia a amoxicilina, tomou e tolerou bem', 'amoxicilina'],
  // Somebody else's.
  ['Colega de trabalho com alergia a amendoim', ''],
  ['Mãe alérgica a penicilina', ''],
  ['Irmão com alergia a camarão', ''],
  ['Pai tem alergia a dipirona', ''],
  ['Na família, alergia a penicilina', ''],
  // No allergen.
  ['Rinite alérgica', ''],
  ['Dermatite alérgica de contato', ''],
  ['Alergia respiratória', ''],
  ['Solicitado teste de alergia a alimentos', ''],
  ['Se houver reação alérgica ao antibiótico, suspender', ''],
  ['Intolerância a glicose', ''],
  ['Intolerância aos esforços', ''],
  ['Intolerância ao exercício', ''],
  ['Alergia a medicamentos', ''],
  ['Encaminhado por alergia a esclarecer', ''],
  ['Usa antialérgico', ''],
  ['Alergia a vários medicamentos', ''],
  ['Alergia de pele', ''],
  ['Procura atendimento por alergia há 3 dias', ''],
  // Uncertain.
  ['Possível alergia a dipirona', 'dipirona?'],
  ['Suspeita de alergia à penicilina', 'penicilina?'],
  ['Acha que é alérgico a sulfa', 'sulfa?'],
  ['Talvez tenha alergia a camarão', 'camarão?'],
  ['Não sabe se tem alergia a dipirona', 'dipirona?'],
  ['Alergia a penicilina a esclarecer', 'penicilina?'],
]

for (const [text, expected] of CASES)
  test(`"${text}" → ${expected || 'none'}`, (t) => {
    const found = told(text).map(
      ({ substance, isUncertain }) => substance + (isUncertain ? '?' : ''),
    )
    t.is(found.join('|'), expected)
  })

test('a sentence that never ends is not read: each cue in it would be compared with all the rest', (t) => {
  const endless = 'alergia a dipirona e '.repeat(900)
  const found = told(`${endless}.\nAlergia a penicilina.`)
  t.deepEqual(
    found.map(({ substance }) => substance),
    ['penicilina'],
  )
})
