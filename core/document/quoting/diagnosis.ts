/**
 * A diagnosis by the doctor's own words of decision: "Minha hipótese principal é …", "Fecha …", "A
 * senhora está com …", "Parece que pode ser uma …". Words that say of themselves that a name
 * follows need no known name behind them; others ("fecha", "está com") need a disease.
 */
import { ownClassesOf } from '../../portuguese/word-classes.ts'

const LEADS =
  '^(?:(?:e|entao|bom|olha|mae|pai|mamae|com (?:ess[ea]|est[ea]|isso)(?: \\p{L}+){0,3}|assim|ai|mas|agora|aqui|pra mim|na verdade|pelo que (?:eu )?(?:vejo|vi)|isso|esse quadro|o quadro|tudo|eu|pelo exame|pela historia|pelo que (?:eu )?examinei|pel[ao] (?:ressonancia|raio x|tomografia|ultrassom)) )*'
const WHO =
  '(?:(?:a|o) (?:senhora?|paciente)|voce|tu|ele|ela|o que (?:a senhora|o senhor|voce|ele|ela))'
/** What follows is what it is. */
const NAMES_IT = new RegExp(
  `${LEADS}(?:(?:a |as )?(?:minha|nossa|primeira|principal)s? (?:principal |primeira )?(?:hipoteses?|impressao|impressoes|suspeita)(?: (?:diagnostica|principal|inicial|aqui|agora|hoje))* (?:e|sao|seria) |o que (?:mais )?me (?:preocupa|parece) (?:mais )?e (?:um|uma) |(?:o )?(?:meu|nosso) diagnostico(?: (?:e|seria))? |(?:o que|isso que) (?:a senhora|o senhor|voce|ele|ela) tem e |parece (?:que )?(?:pode )?ser (?:um|uma) |parece que e (?:um|uma) |(?:penso|pensei) em (?:um |uma )?(?=\\p{L}+(?:ite|ose|oma|ia|ismo)\\b)|suspeito (?:de|que seja) )`,
  'u',
)
/** What a doctor calls a disease that it is: "É uma rinite", "Isso tem cara de angina". */
const IS =
  '(?:e|seria|deve ser|so pode ser|pode ser|trata se de|vejo como|vou tratar (?:isso )?como|vamos tratar (?:isso )?como|compativel com|sugere|sugestivo de|indica|(?:(?:isso|ta|esta) )?(?:tem|com) (?:toda a |muita )?cara de|quadro de) (?:(?:um|uma|mesmo|so|apenas|provavelmente|possivelmente|mais|caso de|quadro de|comeco de|inicio de) )*'
/** What follows is a diagnosis where it is a disease. */
const DECIDES = new RegExp(
  `${LEADS}(?:fech(?:a|ou|amos|o) (?:com |pra |para |o diagnostico de )?|${WHO} (?:esta|ta) com |(?:acho|acredito) que (?:e|seja|pode ser) |(?:me )?parece |aponta (?:pra|para) |(?:caracteriza|configura|confirm(?:a|o|ou)) |fala a favor de |${IS})`,
  'u',
)
/** No name of a disease, and what the visit found all the same. */
const STATE =
  /\b(?:descontrolad[oa]|descompensad[oa]|infeccionad[oa]|ansiedade|estresse|muscular|viral|emocional)\b/
/** "Você rompeu o ligamento cruzado", "o senhor fraturou o punho": an injury, whatever its name. */
const INJURED = new RegExp(
  `${LEADS}${WHO} (?:rompeu|fraturou|quebrou|luxou|trincou|lesionou|distendeu|estirou|torceu) (?:\\p{L}+ ){0,2}\\p{L}{4,}`,
  'u',
)
/** "O diabetes está descontrolado": a disease that is known, and how it is now. */
const STANDS =
  /\b(?:esta|ta|segue|continua|ficou) (?:(?:bem|mal|muito|ainda|mais) )?(?:des)?(?:controlad|compensad)[oa]\b/
const NONE =
  /\b(?:nao|sem|nem|nunca|se|sera|medo|normal|normais|exames?|anos|resultado|remedio|tranquil\p{L}+|nada)\b/u

/** @param words of one clause that the doctor says, and does not ask */
export function decidesDiagnosis(words: string): boolean {
  if (INJURED.test(words) && !/\b(?:nao|nunca|se|quando)\b/.test(words)) return true
  if (NONE.test(words)) return false
  const classes = ownClassesOf(words.split(' '))
  if (classes.has('#exam') || classes.has('#specialty')) return false
  return (
    NAMES_IT.test(words) ||
    (STANDS.test(words) && classes.has('#disease')) ||
    (DECIDES.test(words) && (classes.has('#disease') || STATE.test(words)))
  )
}
