/**
 * What a doctor says, or a sentence that only a doctor would say: findings, results, hypotheses and the plan. Order
 * matters: a medicine that is stopped is no prescription, and what is only asked for is no result.
 */
import { DISEASES, EXAMS, mentions, SPECIALTIES } from '../lexicon/clinical-terms.ts'
import type { ClauseContext } from './clause-context.ts'
import { tellsExamResult } from './exam-result.ts'
import type { Section } from './sections.ts'

const STOPS =
  /\b(?:suspend\w+|interromp\w+|par(?:e|ar|a|em) (?:de |com )|nao (?:tome|use|tomar|usar|pode tomar|precisa tomar)|retir\w+ (?:a|o)|tirar (?:a|o))\b/
const CONTINUES =
  /\b(?:continu\w+|mante(?:nha|r|m|mos)|manter|segue com|siga|aument\w+|diminu\w+|reduz\w+|troc\w+|substitu\w+)\b/
const PRESCRIBES =
  /\b(?:(?:vou|vamos|irei|quero) (?:te |lhe |estar )?(?:receitar|prescrever|passar|receitando|passando|iniciar|comecar|introduzir|associar|dar|deixar|entrar com|usar|fazer)|prescrevo|receito|vai tomar|vai usar|vai passar|va tomando|tome|tomar|use|usar|aplique|aplicar|pingue|pingar|passe|inicie|iniciar|prescricao|receita)\b/
const REQUESTS =
  /\b(?:(?:vou|vamos|quero|irei) (?:te |lhe |estar )?(?:pedir|solicitar|pedindo|solicitando|fazer|repetir|precisar d\w+|colher)|solicito|peco|pedir|solicitar|precisa fazer|precisamos de|quero que (?:faca|traga|repita)|faca (?:um|uma|o|a|os|as)|repetir|repita|colher)\b/
const HYPOTHESIS =
  /\b(?:a (?:minha )?(?:principal )?hipotese|hipoteses?(?: diagnosticas?)?|(?:seu |o |meu )?diagnosticos? (?:e|sao|de|provavel)|o quadro (?:sugere|e|parece|indica)|quadro (?:sugestivo|compativel)|sugere|sugestivo de|compativel com|impressao (?:e|diagnostica)|suspeit\w+ (?:de|que)|provavel(?:mente)?|trata se de|estou pensando em|isso e|isso parece)\b|\b(?:acho que|pode ser|parece|deve ser|talvez seja|acredito que)\b/
const CERTIFICATE =
  /\b(?:atestad\w*|afastament\w*|afastad\w* do trabalho|declaracao de comparecimento|licenca medica)\b/
const NO_CERTIFICATE =
  /\b(?:nao (?:precisa|preciso|quer|vou|tem|ha)|sem atestado|eu dou depois|depois (?:eu )?(?:dou|faco))\b/
const REFERRAL =
  /\b(?:encaminh\w+|referenci\w+ (?:ao|a|para)|(?:vou|vamos) (?:te |lhe )?mandar (?:para|pro|pra) o?)\b|\b(?:procur\w+|marc\w+|agend\w+|passar (?:com|em|no)|consulta com|avaliacao (?:com|do|da)) (?:\w+ ){0,4}/
const RETURNS = /\b(?:volt(?:e|a|ar|em)|retorn(?:o|e|ar|a)|reavali\w+|remarc\w+)\b/
const GUIDES =
  /\b(?:e importante|importante|precisa|evita|precisam|orient\w+|recomend\w+|sugiro|aconselho|evit(?:e|ar|em)|beb(?:a|er) (?:bastante|muita|mais|agua)|fac?a (?:repouso|caminhada|exercicio|compressa|dieta|atividade|gelo)|fazer repouso|tem que|tem de|deve|devera|nao pode|nao deve|procur(?:e|ar)|lembr(?:e|ar)|anot(?:e|ar)|cuidado|se piorar|caso piore|qualquer coisa|em caso de|hidrate\w*|lave|lavar|durma|coma|comer mais|caminhe|pare de fumar|diminu(?:a|ir)|reduz(?:a|ir)|alimentacao)\b/
const EXAM_FINDING =
  /\b(?:auscult\w+|palp\w+|percuss\w+|bulhas|murmurio\w*|sopros?|ruidos? adventicios|sem ruidos|sibilos?|estertor\w*|roncos pulmonares|abdome\w*|abdomen|pulmoes?|pulmao|coracao (?:com|ritm|regular)\w*|ritmo regular|ritmic\w+|garganta (?:vermelha|normal|hiperemiada|sem|com)|hiperemi\w+|amigdalas?|oroscopia|otoscopia|timpano\w*|corad\w+|descorad\w+|hidratad\w+|anicteric\w+|cianose|acianotic\w+|afebril|lucid\w+|orientad[oa]s?(?: no| e|$)|glasgow|reflexos?|forca muscular|sensibilidade|marcha|romberg|exame (?:neurologico|fisico|cardiovascular|respiratorio|abdominal|dermatologico|ginecologico|da pele)|bom estado geral|estado geral|edema\w*|sem inchaco|com inchaco|panturrilhas?|pulsos|perfusao|linfonodos?|ganglios?|tireoide palp\w*|lasegue|lachman|gaveta|mobilidade|amplitude|crepitac\w+|derrame articular|pupilas?|preservad\w+|turgencia|jugular|lesao|lesoes|macula\w*|papula\w*|placas?|mucosas?|giordano|blumberg|murphy|figado palp\w*|baco palp\w*|mamas?|colo uterino|altura uterina|bcf|fundo de olho|acuidade)\b/
const EXAM_START =
  /\b(?:vamos examinar|vou (?:te |lhe )?examinar|(?:vou|vamos) (?:medir|auscultar|ver|olhar|escutar|palpar)|deixa eu (?:ver|examinar|escutar|medir|olhar)|deita|deite|respira fundo|respire fundo|abra a boca|ao exame|exame fisico)\b/

export function startsExam(words: string): boolean {
  return EXAM_START.test(words)
}

/** By whoever says it, unless it is known to be the patient. */
export function planSections(
  words: string,
  { medications, role, examining }: ClauseContext,
): Section[] {
  const names = medications.length > 0
  if (CERTIFICATE.test(words)) return NO_CERTIFICATE.test(words) ? [] : ['certificate']
  if (/^(?:\w+ ){0,2}(?:piora|melhora|alivia)\b/.test(words)) return []
  const tellsOfSelf =
    /\b(?:tomo|tenho|estou|sinto|tomei|eu uso|meu|minha)\b/.test(words) && role === null
  if (tellsOfSelf) return []
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
  if (tellsExamResult(words) && !EXAM_FINDING.test(words) && !HYPOTHESIS.test(words))
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

/** What only a known doctor’s voice makes a finding or an advice. */
export function doctorSections(words: string, { examining }: ClauseContext): Section[] {
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
