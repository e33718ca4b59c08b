/**
 * Where a clause belongs, by what it says. Order matters: what must never be mistaken comes first (the family's
 * diseases, what is stopped, what is only asked). A clause that fits nothing lands nowhere.
 */
import { mentionsFamily } from '../extractors/family.ts'
import type { MedicationMention } from '../extractors/medication-mentions.ts'
import { DISEASES, EXAMS, mentions, SPECIALTIES, SYMPTOMS } from '../lexicon/clinical-terms.ts'
import type { Clause } from './clauses.ts'
import type { Section } from './sections.ts'
import type { Role } from './speaker-role.ts'

export interface ClauseContext {
  role: Role | null
  medications: MedicationMention[]
  /** Section the question before asks for; null when nothing was asked. */
  topic: Section | null
  /** After "vamos examinar", until a plan is spoken of. */
  examining: boolean
  /** Once a plan is spoken of, until something is asked again. */
  planning: boolean
  patientIsChild: boolean
}

/** Greetings, thanks, acknowledgements, procedure: part of the visit, not of the record. */
const NOISE =
  /^(?:(?:bom dia|boa tarde|boa noite|oi|ola|tudo bem|tudo bom|ate logo|tchau|obrigad[oa]|muito obrigad[oa]|de nada|esta bem|ta bom|ta bem|ok|certo|entendi|perfeito|otimo|beleza|pois nao|com licenca|por favor|alguma duvida|pode sentar|sente se|pode entrar|fique a vontade|vamos la|vamos ver|um momento|so um minuto|so um momento|doutora?|como vai (?:o senhor|a senhora|voce)|deus te abencoe|igualmente|prazer|ate mais|combinado|pode ser|tranquilo|aham|uhum|hum|ah|isso|e isso ai)\s*)+$/
/** Addressed to whoever writes, not said about the patient: data that tries to be an instruction. */
const INSTRUCTION =
  /\b(?:ignor\w+|desconsider\w+|esquec\w+) (?:\w+ ){0,4}(?:instruc\w+|regras|orientacoes anteriores|comandos?|prompt|tudo acima|o que foi dito)|\b(?:system prompt|prompt do sistema|modelo de linguagem|inteligencia artificial|ignore (?:all|previous)|you are|assistente virtual|responda (?:apenas|somente)|a partir de agora voce|voce e (?:um|uma) (?:assistente|ia|modelo|robo)|preencha (?:o|os|a|as|todos)|escreva (?:no|na|que|exatamente)|(?:coloque|inclua|adicione) (?:no|na|nos|nas) (?:documento|prontuario|campo|transcricao|prescricao))\b/
const IDENTITY =
  /^(?:meu nome e|eu me chamo|me chamo|o nome dele|o nome dela|tenho \S+ anos|eu tenho \S+ anos)\b.*$/

const STOPS =
  /\b(?:suspend\w+|interromp\w+|par(?:e|ar|a|em) (?:de |com )|nao (?:tome|use|tomar|usar|pode tomar|precisa tomar)|retir\w+ (?:a|o)|tirar (?:a|o))\b/
const CONTINUES =
  /\b(?:continu\w+|mante(?:nha|r|m|mos)|manter|segue com|siga|aument\w+|diminu\w+|reduz\w+|troc\w+|substitu\w+)\b/
const PRESCRIBES =
  /\b(?:(?:vou|vamos|irei|quero) (?:te |lhe |estar )?(?:receitar|prescrever|passar|receitando|passando|iniciar|comecar|introduzir|associar|dar|deixar|entrar com|usar|fazer)|prescrevo|receito|vai tomar|vai usar|vai passar|va tomando|tome|tomar|use|usar|aplique|aplicar|pingue|pingar|passe|inicie|iniciar|prescricao|receita)\b/
const REQUESTS =
  /\b(?:(?:vou|vamos|quero|irei) (?:te |lhe |estar )?(?:pedir|solicitar|pedindo|solicitando|fazer|repetir|precisar d\w+|colher)|solicito|peco|pedir|solicitar|precisa fazer|precisamos de|quero que (?:faca|traga|repita)|faca (?:um|uma|o|a|os|as)|repetir|repita|colher)\b/
const RESULT =
  /\b(?:mostr\w+|deu|deram|foi|foram|veio|vieram|apont\w+|revel\w+|evidenci\w+|apresent\w+|resultado\w*|laudo\w*|normal|normais|alterad\w+|aumentad\w+|negativ\w+|positiv\w+|esta em|estava|de \d+|(?:esta|ta) (?:em )?\d+)\b/
const HYPOTHESIS =
  /\b(?:a (?:minha )?(?:principal )?hipotese|hipoteses?(?: diagnosticas?)?|(?:seu |o |meu )?diagnosticos? (?:e|sao|de|provavel)|o quadro (?:sugere|e|parece|indica)|quadro (?:sugestivo|compativel)|sugere|sugestivo de|compativel com|impressao (?:e|diagnostica)|suspeit\w+ (?:de|que)|provavel(?:mente)?|trata se de|estou pensando em|isso e|isso parece)\b|\b(?:acho que|pode ser|parece|deve ser|talvez seja|acredito que)\b/
const CERTIFICATE =
  /\b(?:atestad\w*|afastament\w*|afastad\w* do trabalho|declaracao de comparecimento|licenca medica)\b/
const REFERRAL =
  /\b(?:encaminh\w+|referenci\w+ (?:ao|a|para)|(?:vou|vamos) (?:te |lhe )?mandar (?:para|pro|pra) o?)\b|\b(?:procur\w+|marc\w+|agend\w+|passar (?:com|em|no)|consulta com|avaliacao (?:com|do|da)) (?:\w+ ){0,4}/
const RETURNS = /\b(?:volt(?:e|a|ar|em)|retorn(?:o|e|ar|a)|reavali\w+|remarc\w+)\b/
const GUIDES =
  /\b(?:e importante|importante|precisa|evita|precisam|orient\w+|recomend\w+|sugiro|aconselho|evit(?:e|ar|em)|beb(?:a|er) (?:bastante|muita|mais|agua)|fac?a (?:repouso|caminhada|exercicio|compressa|dieta|atividade|gelo)|fazer repouso|tem que|tem de|deve|devera|nao pode|nao deve|procur(?:e|ar)|lembr(?:e|ar)|anot(?:e|ar)|cuidado|se piorar|caso piore|qualquer coisa|em caso de|hidrate\w*|lave|lavar|durma|coma|comer mais|caminhe|pare de fumar|diminu(?:a|ir)|reduz(?:a|ir)|alimentacao)\b/
const EXAM_FINDING =
  /\b(?:auscult\w+|palp\w+|percuss\w+|bulhas|murmurio\w*|sopros?|ruidos? adventicios|sem ruidos|sibilos?|estertor\w*|roncos pulmonares|abdome\w*|abdomen|pulmoes?|pulmao|coracao (?:com|ritm|regular)\w*|ritmo regular|ritmic\w+|garganta (?:vermelha|normal|hiperemiada|sem|com)|hiperemi\w+|amigdalas?|oroscopia|otoscopia|timpano\w*|corad\w+|descorad\w+|hidratad\w+|anicteric\w+|cianose|acianotic\w+|afebril|lucid\w+|orientad[oa]s?(?: no| e|$)|glasgow|reflexos?|forca muscular|sensibilidade|marcha|romberg|exame (?:neurologico|fisico|cardiovascular|respiratorio|abdominal|dermatologico|ginecologico|da pele)|bom estado geral|estado geral|edema\w*|sem inchaco|com inchaco|panturrilhas?|pulsos|perfusao|linfonodos?|ganglios?|tireoide palp\w*|lasegue|lachman|gaveta|mobilidade|amplitude|crepitac\w+|derrame articular|pupilas?|preservad\w+|turgencia|jugular|lesao|lesoes|macula\w*|papula\w*|placas?|mucosas?|giordano|blumberg|murphy|figado palp\w*|baco palp\w*|mamas?|colo uterino|altura uterina|bcf|fundo de olho|acuidade)\b/
const EXAM_START =
  /\b(?:vamos examinar|vou (?:te |lhe )?examinar|(?:vou|vamos) (?:medir|auscultar|ver|olhar|escutar|palpar)|deixa eu (?:ver|examinar|escutar|medir|olhar)|deita|deite|respira fundo|respire fundo|abra a boca|ao exame|exame fisico)\b/
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
/** The patient tells of an unrelated past or a wish, which is no symptom. */
const SMALL_TALK =
  /^(?:o transito|ta calor|esta calor|esta frio|choveu|que bom|graças a deus|gracas a deus)\b/

export function isNoise(words: string): boolean {
  return (
    words === '' ||
    NOISE.test(words) ||
    INSTRUCTION.test(words) ||
    IDENTITY.test(words) ||
    SMALL_TALK.test(words)
  )
}

export function isInstruction(words: string): boolean {
  return INSTRUCTION.test(words)
}

/** First person: it stands without the question before it. */
export function speaksOfSelf(words: string): boolean {
  return SPEAKS_OF_SELF.test(words)
}

export function startsExam(words: string): boolean {
  return EXAM_START.test(words)
}

/** The sections of one clause that is not a question; usually one, none when nothing fits. */
export function classify(clause: Clause, context: ClauseContext): Section[] {
  const { words } = clause
  const { role } = context
  if (isNoise(words)) return []
  if (mentionsFamily(clause.tokens, context.patientIsChild)) return familySections(words, context)
  // "De que sua irmã faleceu?" "Infarto." is quoted with its question, or not at all.
  if (context.topic === 'family' && !SPEAKS_OF_SELF.test(words) && role !== 'doctor') return []
  if (CONDITION.test(words) && ACTS.test(words) && role !== 'patient') return ['orientations']
  if (role !== 'patient') {
    const planned = planSections(words, context)
    if (planned.length > 0) return planned
  }
  if (role === 'doctor') return doctorSections(words, context)
  // While the plan is spoken of, what has no speaker is advice or nothing, never history.
  if (role === null && context.planning && !SPEAKS_OF_SELF.test(words))
    return ADVISES.test(words) ? ['orientations'] : []
  return patientSections(words, context)
}

const SPEAKS_OF_SELF =
  /\b(?:eu|meu|minha|meus|minhas|me|tenho|tomo|uso|estou|to|sinto|tive|fui|fiz|sou|fumo|fumava|bebo|bebia|faco|parei|operei|moro|durmo|trabalho)\b/
const CONDITION = /^(?:(?:e|mas) )?(?:se|caso|qualquer)\b/
const ACTS =
  /\b(?:procur\w+|volt\w+|vai|va|venha|vem|ligue|liga|retorn\w+|pronto socorro|emergencia)\b/
/** The imperative of every day, as doctors speak. */
const ADVISES =
  /^(?:e |entao |ai )?(?:evita|faz|bebe|come|dorme|usa|passa|toma|para|suspende|corta|tira|diminui|reduz|mantem|anota|mede|pesa|se pese|se pesa|descansa|caminha|lava|troca|cuida|traz|traga|vai)\b/

function familySections(words: string, context: ClauseContext): Section[] {
  const tells =
    mentions(words, DISEASES) ||
    /\b(?:morreu|faleceu|falec\w+|saudave\w+|vivos?|hipertens\w+|operou)\b/.test(words)
  if (tells || context.topic === 'family') return ['family']
  if (/\b(?:moro|mora|vivo|casad[oa])\b/.test(words)) return ['social']
  return []
}

function planSections(words: string, { medications, role, examining }: ClauseContext): Section[] {
  const names = medications.length > 0
  if (CERTIFICATE.test(words)) return ['certificate']
  if (/^(?:\w+ ){0,2}(?:piora|melhora|alivia)\b/.test(words)) return []
  const asksFirst =
    /\b(?:tomo|tenho|estou|sinto|tomei|eu uso|meu|minha)\b/.test(words) && role === null
  if (asksFirst) return []
  if (names && STOPS.test(words)) return ['orientations']
  if (names && (PRESCRIBES.test(words) || (CONTINUES.test(words) && role === 'doctor')))
    return ['prescriptions']
  if (names && /^(?:pode )?(?:continu\w+|mantenha|manter|mantem)\b/.test(words))
    return ['prescriptions']
  if (
    examining &&
    /^(?:e|isso e|isso ai e) (?:um|uma|o|a)\b/.test(words) &&
    mentions(words, DISEASES)
  )
    return ['hypotheses']
  const sections: Section[] = []
  const exam = mentions(words, EXAMS)
  if (exam && REQUESTS.test(words) && !names) sections.push('examsRequested')
  if (REFERRAL.test(words) && mentions(words, SPECIALTIES)) {
    const emergency =
      /\b(?:pronto socorro|emergencia|hospital|upa)\b/.test(words) && !/\bencaminh/.test(words)
    return emergency ? ['orientations'] : ['referral']
  }
  if (/\bencaminh/.test(words)) return ['referral']
  if (sections.length > 0) return sections
  if (
    /\b(?:vou|vamos) (?:te |lhe )?(?:receitar|prescrever)\b|\bprescrevo\b|\breceito\b/.test(words)
  )
    return ['prescriptions']
  if (exam && RESULT.test(words) && !EXAM_FINDING.test(words) && !HYPOTHESIS.test(words))
    return ['examResults']
  if (
    HYPOTHESIS.test(words) &&
    (mentions(words, DISEASES) || /hipotese|diagnostico|quadro sugere/.test(words))
  ) {
    if (role === 'doctor' || !/\b(?:eu|sinto|estou)\b/.test(words)) return ['hypotheses']
  }
  if (EXAM_FINDING.test(words) && !/\b(?:vou|vamos|preciso)\b/.test(words)) return ['physicalExam']
  if (
    RETURNS.test(words) &&
    /\b(?:dias?|semanas?|mes|meses|exames?|resultados?|piorar|amanha|segunda|anos?|consulta)\b/.test(
      words,
    )
  )
    return ['orientations']
  if (GUIDES.test(words) && !examining) return ['orientations']
  if (
    GUIDES.test(words) &&
    /^(?:e importante|precisa|evite|oriento|recomendo|procure|nao pode|tem que)\b/.test(words)
  )
    return ['orientations']
  return []
}

function doctorSections(words: string, { examining }: ClauseContext): Section[] {
  if (startsExam(words)) return []
  if (GUIDES.test(words)) return ['orientations']
  if (
    examining &&
    /\b(?:normal|normais|sem alterac\w+|preservad\w+|dor (?:a|ao|na)|doloros\w+|indolor|simetric\w+|limp\w+|vermelh\w+|inchad\w+|inchaco)\b/.test(
      words,
    )
  )
    return ['physicalExam']
  return []
}

function patientSections(words: string, context: ClauseContext): Section[] {
  const { medications, topic } = context
  if (ALLERGY.test(words) && !ALLERGIC_DISEASE.test(words)) return ['allergies']
  if (VACCINE.test(words)) return ['vaccines']
  const substance = SUBSTANCE.test(words)
  if (NO_MEDICINE.test(words)) return ['medicationsInUse']
  if (medications.length > 0 && !substance) {
    if (NO_LONGER.test(words)) return ['presentIllness']
    if (DEVICE.test(words) && IN_USE.test(words)) return ['medicationsInUse', 'devices']
    if (IN_USE.test(words)) return ['medicationsInUse']
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
  if (mentions(words, EXAMS) && RESULT.test(words)) return ['examResults']
  if (nowWithDisease) return ['presentIllness']
  return []
}

const TOPICS: readonly [RegExp, Section][] = [
  [/\balergi/, 'allergies'],
  [/\b(?:vacin|imuniza)/, 'vaccines'],
  [/\b(?:familia|parentes|seus pais|sua mae|seu pai|caso de .* na familia)\b/, 'family'],
  [/\b(?:fuma|fumou|cigarro|bebe|bebida|alcool|drogas)\b/, 'substances'],
  [/\b(?:trabalha|profissao|trabalho|ocupacao)\b/, 'work'],
  [/\b(?:exercicio|atividade fisica|mora|casad[oa]|filhos)\b/, 'social'],
  [/\b(?:dorme|sono|dormindo)\b/, 'sleep'],
  [/\b(?:alimentacao|come|comendo|dieta|cafe)\b/, 'diet'],
  [/\b(?:cirurgia|operou|operacao|operad[oa])\b/, 'surgicalHistory'],
  [
    /\b(?:remedios?|medicac\w+|medicamentos?|toma alguma coisa|tomando alguma coisa|toma o que|comprimido)\b/,
    'medicationsInUse',
  ],
  [
    /\b(?:alguma doenca|outra doenca|doencas?|problemas? de saude|internad[oa]|diagnosticad[oa]|pressao alta|diabetes)\b/,
    'pastHistory',
  ],
  [/\b(?:gravid|gestac|parto|filhos)/, 'obstetricHistory'],
  [/\b(?:menstrua|ciclo|menopausa|ultima regra)/, 'menstrualHistory'],
  [/\b(?:anticoncepcional|relac\w+ sexua|parceir)/, 'sexualHistory'],
  [/\b(?:oculos|lentes? de contato)\b/, 'glasses'],
  [/\b(?:caiu|tropecou|torceu|bateu|acidente|machucou)\b/, 'trauma'],
  [
    /\b(?:aconte\w+|posso ajudar|trouxe|motivo|queixa|o que (?:houve|foi|o senhor tem|a senhora tem|voce tem|esta sentindo)|conte|como vai|como esta)\b/,
    'complaint',
  ],
  [
    /\b(?:dor|doi|doendo|febre|tosse|sintoma|piora|melhora|ha quanto tempo|quanto tempo|desde quando|forca|quando comecou|como comecou|comecou|incomoda|sente|sentindo|sentiu|onde|enjoo|vomit\w+|falta de ar|tontura|lado|intensidade|nota|zero a dez|de 0 a 10|catarro|frequencia|apetite|emagreceu|peso)\b/,
    'presentIllness',
  ],
]

/** What a question asks for; null when it asks for nothing that a record holds. */
export function topicOf(words: string): Section | null {
  if (
    /\b(?:alguma duvida|mais alguma coisa|tudo bem|pode ser|entendeu|combinado|qual (?:e )?(?:a )?sua idade|quantos anos|qual (?:e )?(?:o )?seu nome)\b/.test(
      words,
    )
  )
    return null
  const topic = TOPICS.find(([pattern]) => pattern.test(words))?.[1]
  return topic ?? (mentions(words, SYMPTOMS) ? 'presentIllness' : null)
}
