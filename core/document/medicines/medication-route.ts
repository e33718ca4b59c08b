/** How a medicine gets into the body: "na veia", "embaixo da língua", "em cada narina". */

import { type Token, wordsBetween } from '../../portuguese/tokens.ts'
import type { Read } from './medication-amounts.ts'

export type Route =
  | 'oral'
  | 'sublingual'
  | 'intramuscular'
  | 'intravenous'
  | 'subcutaneous'
  | 'inhaled'
  | 'nasal'
  | 'topical'
  | 'ocular'
  | 'otic'
  | 'rectal'
  | 'vaginal'

const ROUTES: readonly [RegExp, Route][] = [
  [/^(?:(?:por |pela |uso )?via oral|por boca|pela boca|vo|uso oral|oral)(?= |$)/, 'oral'],
  [
    /^(?:(?:por )?(?:via )?sublingual|(?:em)?baixo da lingua|debaixo da lingua|embaixo da lingua)(?= |$)/,
    'sublingual',
  ],
  [
    /^(?:(?:por )?(?:via )?(?:intramuscular|im)|(?:no|na|nos|nas|em cada)(?: duas| dois)? (?:musculos?|bumbum|gluteos?|braco|nadegas?))(?= |$)/,
    'intramuscular',
  ],
  [
    /^(?:(?:por )?(?:via )?(?:endovenos[oa]|intravenos[oa]|venos[oa]|ev|iv)|na veia|no soro|em bomba(?: de infusao)?)(?= |$)/,
    'intravenous',
  ],
  [/^(?:(?:por )?(?:via )?(?:subcutane[oa]|sc)|na barriga|debaixo da pele)(?= |$)/, 'subcutaneous'],
  [
    /^(?:(?:por )?(?:via )?inalatori[oa]|inalad[oa]|com espacador|na nebulizacao|pela boca com espacador)(?= |$)/,
    'inhaled',
  ],
  [
    /^(?:(?:por )?via nasal|(?:em|no|na) (?:cada )?(?:narina|nariz)|nas narinas|em cada narina|(?:em|de|pra) cada lado(?: do nariz)?)(?= |$)/,
    'nasal',
  ],
  [
    /^(?:(?:de )?uso (?:topico|local|externo)|topic[oa]|(?:na|nas|no|em cima da|sobre a|pela) (?:pele|lesao|lesoes|ferida|feridas|local|mancha|manchas|placas?|feridinhas?|unha|unhas|couro cabeludo|area|areas|regiao|rosto|maos?|pes?|virilhas?|axilas?|pernas?|bracos?|face|cotovelos?|dobras))(?: afetad[oa]s?)?(?= |$)|^(?:do pescoco (?:pra|para) baixo|n?o corpo (?:todo|inteiro))(?= |$)/,
    'topical',
  ],
  [
    /^(?:(?:por )?via ocular|(?:so )?(?:(?:no|nos|em cada|em ambos os|nos dois) olhos?(?: (?:direito|esquerdo|afetado))?|no (?:direito|esquerdo)|nos dois))(?= |$)/,
    'ocular',
  ],
  [
    /^(?:(?:por )?via otologica|(?:no|nos|em cada|em ambos os|nos dois) ouvidos?(?: (?:direito|esquerdo|afetado))?)(?= |$)/,
    'otic',
  ],
  [/^(?:(?:por )?via retal|no reto|retal)(?= |$)/, 'rectal'],
  [/^(?:(?:por )?via vaginal|na vagina|vaginal|intravaginal)(?= |$)/, 'vaginal'],
]

/** The route that begins at a token. */
export function routeAt(tokens: readonly Token[], at: number): Read<{ route: Route }> {
  const ahead = wordsBetween(tokens, at, at + 6)
  for (const [pattern, route] of ROUTES) {
    const said = pattern.exec(ahead)?.[0]
    if (said !== undefined) return { route, to: at + said.split(' ').length }
  }
  return undefined
}
