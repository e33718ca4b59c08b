import { EXAMS, mentions } from '../lexicon/clinical-terms.ts'

/** Whether an examination is told with what it showed. `words` are folded. */
export function tellsExamResult(words: string): boolean {
  return mentions(words, EXAMS) && RESULT.test(words)
}

const RESULT =
  /\b(?:mostr\w+|deu|deram|foi|foram|veio|vieram|apont\w+|revel\w+|evidenci\w+|apresent\w+|resultado\w*|laudo\w*|normal|normais|alterad\w+|aumentad\w+|negativ\w+|positiv\w+|esta em|estava|de \d+|(?:esta|ta) (?:em )?\d+)\b/
