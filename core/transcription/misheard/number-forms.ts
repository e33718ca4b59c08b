/**
 * Numbers that a recognizer writes in forms which nobody says: "pressão 135.85" of "135 por 85",
 * "8 cento e 50 miligramas" of "oitocentos e cinquenta", "pressão 100 e 10 por 70", "temperatura 30
 * e 8", "de 12 anos, 12 horas". Written anew only where nothing else can be meant; what was heard
 * stays beside it.
 */

export interface NumberForm {
  /** Characters [from, to) of the text. */
  from: number
  to: number
  written: string
}

type Groups = Record<string, string | undefined>

/** `form` is what is written anew; `write` answers nothing where it is no such number. */
const FORMS: readonly { pattern: RegExp; write(groups: Groups): string | undefined }[] = [
  {
    pattern:
      /(?<!\p{L})(?:press[ãa]o|pa)(?: arterial)?(?: (?:est[áa]|deu|de|em|agora|a|foi))?[,:]? (?<form>(?<upper>\d{2,3})[.,] ?(?<lower>\d{2,3}))(?![\d.,]*\d)/giu,
    write: ({ upper, lower }) => {
      const [systolic, diastolic] = [Number(upper), Number(lower)]
      const isPressure =
        systolic >= 80 && systolic <= 260 && diastolic >= 40 && systolic - diastolic >= 20
      return isPressure ? `${upper} por ${lower}` : undefined
    },
  },
  {
    pattern:
      /(?<!\p{L})(?:press[ãa]o|pa)(?: arterial)?(?: (?:est[áa]|deu|de|em|agora|a|foi))?[,:]? (?<form>(?<whole>[12]\d0) e (?<rest>[1-9]\d?)) (?:por|x)(?!\p{L})/giu,
    write({ whole, rest }) {
      const isOne = Number(rest) < (Number(whole) % 100 === 0 ? 100 : 10)
      return isOne ? String(Number(whole) + Number(rest)) : undefined
    },
  },
  {
    pattern:
      /(?<![\d.,]|\d e )(?<form>(?<hundreds>[2-9]) cent(?:o|os|as) e (?<tens>[1-9]\d?))(?!\d|[.,]\d)/giu,
    write: ({ hundreds, tens }) => String(100 * Number(hundreds) + Number(tens)),
  },
  {
    pattern:
      /(?<!\p{L})(?:temperatura|febre)(?: (?:est[áa]|deu|de|em|agora|a|foi))?[,:]? (?<form>(?<tens>[34]0) e (?<units>[1-9]))(?!\d|[.,]\d| (?:dias?|horas?|vezes))/giu,
    write: ({ tens, units }) => {
      const degrees = Number(tens) + Number(units)
      return degrees >= 34 && degrees <= 42 ? String(degrees) : undefined
    },
  },
  {
    pattern:
      /(?<!\p{L})de (?<form>(?<hours>4|6|8|12|quatro|seis|oito|doze),?(?: \p{L}+)?,? (?<again>4|6|8|12|quatro|seis|oito|doze))(?= horas(?!\p{L}))/giu,
    write: ({ form, hours, again }) => {
      const written = `${hours} em ${again}`
      return hours !== again || written === form ? undefined : written
    },
  },
]

/** In order of the text. */
export function findNumberForms(text: string): NumberForm[] {
  const forms = FORMS.flatMap(({ pattern, write }) =>
    [...text.matchAll(pattern)].flatMap((match) => {
      const form = match.groups!.form!
      const from = match.index + match[0].lastIndexOf(form)
      const written = write(match.groups!)
      return written === undefined ? [] : { from, to: from + form.length, written }
    }),
  )
  return forms.sort((a, b) => a.from - b.from)
}
