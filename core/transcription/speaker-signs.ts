import { inOrder } from '../in-order.ts'

/** What the words of a segment tell of who says them: positive for the doctor, negative for the patient, as log odds. */
export function signsOf(text: string): number {
  const sentences = text.match(/[^.!?…]+[.!?…]*/g) ?? []
  const sum = sentences.reduce((all, sentence) => all + signsOfSentence(sentence), 0)
  return Math.max(-LIMIT, Math.min(LIMIT, sum))
}

/** Many weak signs are not a proof. */
const LIMIT = 4

/** Folded words; each counts once a sentence. */
const SIGNS: readonly [sign: Pick<RegExp, 'test'>, weight: number][] = [
  // Addressing each other.
  [/\b(?:o senhor|a senhora|voce|vc)\b/, 1.8],
  [/\b(?:doutora?|dra?)\b(?! [a-z]+ (?:aqui|falando))/, -2],
  [/\b(?:seu|sua|seus|suas)\b/, 0.7],
  // The patient's own story.
  [/\b(?:eu|me|mim|comigo)\b/, -0.8],
  [/\b(?:meu|minha|meus|minhas)\b/, -1.4],
  [
    /\b(?:sinto|senti|tenho|tomo|tomei|tomava|estou|to|tava|fico|fiquei|acordo|acordei|consigo|durmo|moro|trabalho|fumo|bebo|uso|comecei|parei|fui|fiz|tive|operei|percebi|acho|gosto|faco|como|ando|notei|perdi|melhorei|piorei|preciso|sou|posso|quero|esqueco|sei)\b/,
    -1.2,
  ],
  [/\b(?:doi|doendo|dei|ganhei|emagreci|engordei|desmaiei|cai|machuquei|bati)\b/, -0.6],
  [
    /^(?:sim|nao|isso|e|ah|olha|entao|ta bom|obrigad[oa]|certo|uns|umas|desde|faz|ja|so|nunca|as vezes|mais ou menos)\b/,
    -0.6,
  ],
  [/\b(?:obrigad[oa])\b/, -0.5],
  // Examination, assessment, plan.
  [
    /\b(?:vou|vamos) (?:te |lhe |a |o |ja )?(?:receitar|prescrever|passar|pedir|solicitar|encaminhar|examinar|medir|auscultar|aumentar|diminuir|suspender|manter|iniciar|comecar|trocar|fazer|olhar|ver|escutar|ouvir|avaliar|dar|deixar|colocar|conversar|repetir|reduzir|ajustar|orientar|marcar|palpar|verificar)\b/,
    2.2,
  ],
  [
    /\b(?:solicito|prescrevo|receito|oriento|encaminho|recomendo|sugiro|indico|mantenho|suspendo|aumento|reduzo|retorne|volte|retorno em)\b/,
    2.5,
  ],
  [
    /\b(?:hipotese|diagnostico|quadro|exame fisico|conduta|inspecao|palpacao|ausculta|bulhas|murmurio|sopro|abdome|corad[oa]|hidratad[oa]|eupneic[oa]|afebril|mucosas|edema|reflexos|membros|sinais|normal ao exame|indolor|ritmo regular|sem sopros|sem alteracoes|compativel|sugere|sugestivo)\b/,
    1.6,
  ],
  [
    /^(?:pressao|frequencia|saturacao|temperatura|glicemia|peso|altura|pa|fc|fr|imc|acuidade)\b/,
    1.5,
  ],
  [
    /^(?:respire|respira|inspire|abra|abre|deite|deita|sente|senta|levante|levanta|mostre|mostra|aperte|aperta|dobre|estique|tire|vire|feche|siga|olhe|conte|conta|fale|fala|diga|pode|entre|evite|tome|use|faca|beba|procure|continue|mantenha|anote|traga|aplique|tente)\b/,
    1.6,
  ],
  [/\b(?:bom dia|boa tarde|boa noite)\b/, 0.3],
  [
    inOrder(
      /\b(?:alguma|algum|alguem|qual|quais|quanto|quantos|quantas|quando|como e|como esta|ha quanto tempo|desde quando|teve|tem|toma|sente|usa|fuma|bebe|dorme|pratica|trabalha)\b/,
      /\?/,
    ),
    1.6,
  ],
  [/\b(?:te|lhe)\b/, 1.2],
  [inOrder(/\b(?:miligramas?|comprimidos?|gotas|mg|ml) /, /\b(?:por|durante|se|em) /), 1],
  [
    /\b(?:hemograma|ressonancia|tomografia|ultrassom|radiografia|raio x|ecocardiograma|endoscopia|biopsia|receita|encaminhamento|atestado|retorno)\b/,
    0.5,
  ],
]

function signsOfSentence(sentence: string): number {
  const words = sentence
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}? ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  const asked = words.endsWith('?') ? 0.9 : 0
  return SIGNS.reduce((sum, [sign, weight]) => (sign.test(words) ? sum + weight : sum), asked)
}
