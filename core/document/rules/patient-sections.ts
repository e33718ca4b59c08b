/** What a patient tells of themselves: history, habits, complaints. What is rarer and surer comes first. */
import { DISEASES, mentions, SYMPTOMS } from '../lexicon/clinical-terms.ts'
import type { ClauseContext } from './clause-context.ts'
import { tellsExamResult } from './exam-result.ts'
import type { Section } from './sections.ts'

const ALLERGY = /\balergi(?:a|as|co|ca|cos|cas)\b/
const ALLERGIC_DISEASE =
  /\b(?:rinite|dermatite|conjuntivite|asma|bronquite|tosse|sinusite) alergic\w+|teste de alergia\b/
const VACCINE = /\b(?:vacin\w+|imuniza\w+|carteirinha|dose de reforco)\b/
const IN_USE =
  /\b(?:tomo|uso|usa|toma|tomando|usando|utilizo|em uso|faco uso|fazendo uso|continuo (?:com|tomando|usando)|remedios?|medicac\w+|medicamentos?|comprimidos?)\b/
const NO_LONGER =
  /\b(?:tomei|usei|tomava|usava|parei|parou|suspendi|nao (?:tomo|uso|estou tomando|estou usando|toma|usa)|deixei|acabou|nunca (?:tomei|usei)|ja tomei|ja usei|esqueci|esqueco)\b/
const NO_MEDICINE =
  /\bnao (?:tomo|uso|estou tomando|faco uso de|estou usando) (?:\w+ )?(?:nenhum|nada|remedio|medicac\w+|medicamento|qualquer)/
const SURGERY = /\b(?:cirurgias?|operei|operad[oa]|operou|operacao|cesarea|cesariana|anestesia)\b/
const PAST =
  /\b(?:internad[oa]|internacao|internei|ja (?:tive|fiz|fui|quebrei)|tive (?!febre|dor|tosse|um pouco|vomito|diarreia|nausea)|fraturei|quebrei|quando (?:eu )?era crianca|na infancia|desde crianca|historico de|antecedentes?|nenhuma doenca|nenhum problema de saude|sou saudavel|transfusao|portador\w*)\b/
const HAVE =
  /\b(?:tenho|tem|sou|e|possui|tinha|com|trato|faco tratamento|fui diagnosticad[oa]|descobri)\b/
const SUBSTANCE =
  /\b(?:fum\w+|cigarros?|tabag\w+|tabaco|maco|macos|bebo|bebe|bebida|alcool\w*|cerveja|cervejinha|vinho|cachaca|etilis\w+|maconha|cocaina|drogas?|vape|narguile)\b/
const SLEEP = /\b(?:durmo|dorme|dormir|dormindo|sono|acordo|acorda)\b/
const DIET =
  /\b(?:como (?:muit\w+|pouc\w+|bem|mal|fora|bastante|de tudo)|alimentacao|dieta|comida|gordura|doces?|frutas|verduras|refrigerante|fritura|almoco|lanche|tomo muito cafe|cafe por dia|agua por dia)\b/
const WORK =
  /\b(?:trabalh\w+|profissao|aposentad[oa]|desempregad[oa]|(?:eu )?sou (?:professor|motorista|porteir|cozinheir|pedreir|enfermeir|vendedor|agricultor|costureir|estudante|secretari|mecanic|dona de casa|advogad|engenheir|medic|dentista|caixa|faxineir|diarista|autonom|comerciante|cabeleireir|manicure|eletricista|pintor|policial|bancari|contador|administrador|tecnic|operador|auxiliar|servidor|funcionari)\w*)\b/
const LIFE =
  /\b(?:exercicios?|caminhadas?|academia|atividade fisica|sedentari[oa]|musculacao|corrida|natacao|futebol|moro|casad[oa]|solteir[oa]|viuv[oa]|divorciad[oa]|separad[oa]|filhos?|cachorro|gato|viagem|viajei|saneamento|estresse no trabalho)\b/
const TRAUMA =
  /\b(?:cai|tropecei|torci|escorreguei|bati (?:a|o|com)|acidente|levei um tombo|tombo|sofri uma queda|machuquei|pancada)\b/
const OBSTETRIC =
  /\b(?:gestac\w+|gravidez\w*|gravida|partos?|abort\w+|amament\w+|gesta|prenatal|pre natal)\b/
const MENSTRUAL = /\b(?:menstru\w+|menarca|menopausa|ciclo|colica menstrual|ultima regra|dum)\b/
const SEXUAL =
  /\b(?:anticoncepcion\w+|preservativo|camisinha|diu|relac\w+ sexua\w+|vida sexual|parceir[oa]|pilula)\b/
const BREAST = /\b(?:mamas?|seios?|mamilo)\b/
const URINARY =
  /\b(?:urin\w+|xixi|evacu\w+|intestino|diarreia|prisao de ventre|constipa\w+|incontinencia)\b/
const GLASSES = /\b(?:oculos|lentes? de contato)\b/
const EYE_PAST = /\b(?:cirurgia (?:de|da) (?:catarata|vista|olho)|glaucoma|catarata)\b/
const DEVICE = /\b(?:oxigenio em casa|cpap|bombinha|espacador|inalador|nebuliza\w+)\b/

export function patientSections(words: string, context: ClauseContext): Section[] {
  const { medications, topic } = context
  if (ALLERGY.test(words) && !ALLERGIC_DISEASE.test(words)) return ['allergies']
  if (VACCINE.test(words)) return ['vaccines']
  const substance = SUBSTANCE.test(words)
  if (NO_MEDICINE.test(words)) return ['medicationsInUse']
  if (medications.length > 0 && !substance) {
    if (NO_LONGER.test(words)) return ['presentIllness']
    if (DEVICE.test(words) && IN_USE.test(words)) return ['medicationsInUse', 'devices']
    if (IN_USE.test(words) || medications.some((each) => each.dose ?? each.frequency))
      return ['medicationsInUse']
  }
  if (substance) return ['substances']
  if (TRAUMA.test(words)) return ['trauma']
  if (GLASSES.test(words)) return ['glasses']
  if (SURGERY.test(words))
    return [
      EYE_PAST.test(words)
        ? 'eyeHistory'
        : OBSTETRIC.test(words)
          ? 'obstetricHistory'
          : 'surgicalHistory',
    ]
  if (OBSTETRIC.test(words)) return ['obstetricHistory']
  if (MENSTRUAL.test(words)) return ['menstrualHistory']
  if (SEXUAL.test(words)) return ['sexualHistory']
  const symptom = mentions(words, SYMPTOMS)
  const nowWithDisease = /\bestou com\b/.test(words)
  if (topic === 'pastHistory' && (HAVE.test(words) || PAST.test(words)) && !nowWithDisease)
    return ['pastHistory']
  if (
    mentions(words, DISEASES) &&
    HAVE.test(words) &&
    !nowWithDisease &&
    !(symptom && topic === 'presentIllness')
  )
    return ['pastHistory']
  if (PAST.test(words) && !/\bnao tive\b/.test(words)) return ['pastHistory']
  if (BREAST.test(words)) return ['breastHistory']
  if (SLEEP.test(words) && !/\b(?:dor|febre|falta de ar)\b/.test(words)) return ['sleep']
  if (symptom) return URINARY.test(words) ? ['urinaryGastro'] : ['presentIllness']
  if (WORK.test(words)) return ['work']
  if (DIET.test(words)) return ['diet']
  if (LIFE.test(words)) return ['social']
  if (tellsExamResult(words)) return ['examResults']
  if (nowWithDisease) return ['presentIllness']
  return []
}
