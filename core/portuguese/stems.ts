/** Words as they compare: without endings, and which of them say nothing by themselves. */

/** Words that carry no fact: grammar, politeness and the verbs of reporting. */
export const IDLE: ReadonlySet<string> = new Set(
  (
    'a o as os um uma uns umas de da do das dos em na no nas nos e ou que se com por para pelo pela ao aos ate entre sobre sem nao nunca nem nega negou nenhum nenhuma ja tambem mais menos muito muita pouco bem so ' +
    'eu ele ela voce senhor senhora meu minha meus minhas seu sua seus suas este esta esse essa isso aqui hoje agora foi e sao era ser estar estou esta estao tem tenho teve tive ter ha faz fazer faco fiz ' +
    'paciente refere relata referiu relatou queixa apresenta apresentou informa informou diz disse afirma afirmou quadro historia uso em uso vou vai vamos pode deve precisa doutor doutora ' +
    'quando como onde qual quais quanto quanta algum alguma alguns algumas outro outra mesmo mesma lado tomo toma tomar tomando tomou tomei tomava usou usei usava usar usa usando sinto sente sentir receitar prescrever passar pedir solicitar solicito prescrevo oriento orientado orientada ' +
    'fez sabe sei quer quero anda fica ficou tinha outras outros alem joga come como deu ainda desde depois antes toda todo todos todas ' +
    'conhecido conhecida conhecidos conhecidas segundo conforme cerca aproximadamente presente presentes atual atualmente meio tipo vezes vez ' +
    'x dl sc vo im iv ev indicacao necessidade momento episodio episodios recente recentes evolui evoluiu evoluindo associado associada associados associadas acompanhado acompanhada referido referida realizado realizada realizou consigo consegue conseguiu conseguir evitar evite nesta neste ' +
    'suspeita suspeito provavel esclarecer recusou recusa recusei recomendado recomendo importante conduta acha acho hipotese diagnostico sugere sugestivo previo previa previos previas antecedente antecedentes'
  ).split(' '),
)

/** A light stem: endings of number, gender and the commonest verb forms go. */
export function stem(word: string): string {
  const own = UNLIKE.get(word)
  if (own !== undefined) return own
  // The plural first, so that "unhas" and "unha" end alike.
  const one = word.length === 5 ? word.replace(/(?<=[aeiou])s$/, '') : word
  if (one.length <= 4) return one.replace(/(?<=..)s$/, '')
  const named = NAMED.exec(one)
  if (named && named.index >= 4) {
    const root = one.slice(0, named.index)
    return `${root.slice(0, (LONG_BEGINNINGS.exec(root)?.[0].length ?? 1) + 5)}:${named[1]}`
  }
  const base = one
    .replace(/(?:coes|cao)$/, 'c')
    .replace(/(?:mente)$/, '')
    .replace(
      /(?:ando|endo|indo|aram|eram|iram|avam|ava|ado|ada|ados|adas|ido|ida|idos|idas|ou|ei|iu|eu|io|ar|er|ir|am|em)$/,
      '',
    )
    .replace(/(?:oes|ais|eis|es|as|os|is|a|o|e|s)$/, '')
  const end = LONG_BEGINNINGS.exec(base)?.[0].length
  if (end !== undefined)
    return base
      .replace(/(?<=log)(?:i|ist|ic)$/, '')
      .replace(/(?<=.{5})(?:ic|i|al|ar)$/, '')
      .slice(0, end + 5)
  return (base.length >= 3 ? base : one).slice(0, 6)
}

/** Words whose stem is another's: papaya and the breast, a birth and a part, to sit and to feel. */
const UNLIKE = new Map(
  Object.entries<string>({
    ...{ mamao: 'papaia', mamoes: 'papaia', parto: 'parir', partos: 'parir' },
    ...{ sentado: 'assent', sentada: 'assent', sentar: 'assent', sento: 'assent', senta: 'assent' },
  }),
)

/** What a disease, a finding or an operation ends in: a diverticulum is no diverticulitis, and neutrophils are no neutropenia. */
const NAMED =
  /(ite|ose|oma|tomia|scopia|patia|plastia|plasia|uria|emia|penia|filia|grama|grafia|metria|algia|cele|malacia|lise|cusia|opia|megalia)s?$/

/**
 * Forms that medical words begin with: what tells such words apart stands behind. "Hipertensão" is no "hipertireoidismo",
 * "colesterol" no "colestase", "eletroencefalograma" no "eletroneuromiografia".
 */
const LONG_BEGINNINGS =
  /^(?:hiper|hipo|normo|taqui|bradi|poli|oligo|pan|anti|auto|endo|epi|peri|para|intra|extra|inter|supra|infra|retro|trans|contra|circun|sub|super|micro|macro|hemi|hemo|hemato|hidro|pneumo|cardio|coron|cerebr|cerv|encef|entero|gastr|hepat|nefr|neur|miel|mening|osteo|condro|artro|espondil|fibro|dermat|cerat|retin|oftalm|laring|faring|traque|bronqu|bronco|esofag|estom|duoden|pancr|cole|colpo|hister|mast|amigdal|apendic|tonsil|gengiv|vagin|prostat|linf|leuc|eritro|trombo|tromb|vascul|escler|eletro|psico|reumat|melan|glicos|album|prote|lact|compl|descom|incomp|espec|irrit)/
