/**
 * The network's catalogue of allergens (CBARA): a code where a whole entry is a name of it, and the
 * catalogue's "other" with the doctor's words for everything else. The profile binds the code
 * strictly: words without a code are refused by HL7's validator.
 */
import { fold } from '../../portuguese/tokens.ts'

export interface Allergen {
  code: string
  category: 'food' | 'environment'
}

export interface AllergenFinder {
  /** @param words a whole entry: "Camarão", "alergia a pelo de gato, com urticária" */
  named(words: string): Allergen | null
}

/** Codes are their own names: without accents, small words and plurals. */
export function allergenFinder(): AllergenFinder {
  const byName = new Map<string, Allergen>()
  for (const category of ['food', 'environment'] as const)
    for (const code of CODES[category].split(' ')) byName.set(nameOf(code), { code, category })
  for (const [name, code] of Object.entries(SAME_THING)) {
    const allergen = byName.get(nameOf(code))
    if (allergen) byName.set(name, allergen)
  }
  return {
    named(words) {
      const written = words.normalize('NFC').toLowerCase()
      const allergen = byName.get(nameOf(alone(fold(written))))
      const accented = allergen && ACCENTED[allergen.code]
      return accented && !written.includes(accented) ? null : (allergen ?? null)
    },
  }
}

/** For what the catalogue does not name, or not for sure: a medicine, a group, two in one entry. */
export function otherAllergen(isFood: boolean): string {
  return isFood ? 'outro-alimento' : 'outro-agente-substancia'
}

/**
 * Left out: "cola", "coelho", "ferro" and "grama", which are other things too (a drink, an animal's
 * hair, a medicine, a weight), and the two codes for others.
 */
const CODES = {
  food: 'aditivo-alimentar aipo alho amendoim arroz aspartame atum aveia avela bacalhau banana batata baunilha camarao canela caracol caranguejo carne carne-ave carne-vermelha castanha castanha-caju cebola cenoura centeio cereal cereja chocolate clara-ovo coco cogumelo cravo-india crustaceo curry erva-aromatica-especiaria farinha feijao figo framboesa fruta-citrica gengibre glutamato grao grao-soja kiwi lagosta lambreta laranja laticinio leguminosa lima limao lula maca manga manteiga-cacau marisco melancia melao mexilhao milho mirtilo morango mostarda noz noz-moscada oleo-peixe ostra paprica peixe pessego pimenta pinhao pistache polvo porco proteina-leite-vaca proteina-ovo queijo semente sepia sulfito tomate trigo',
  environment:
    'abelha acaro acido-azelaico adesivo agente-fisico alcool-polivinilico aluminio ambrosia antralina aranha areia arvore barata borracha carbaril citrato cloreto-metilbenzetonio cobre contato-metal cosmetico enxofre erva-daninha etanolamina la lanolina latao latex madeira material-dentario-policarboneto material-sutura niquel oleo-eucalipto organofosfato ouro parafina peixe-aranha pelo-animal pelo-cao pelo-cavalo pelo-coelho pelo-gato pelo-vaca pena perfluorinato perfume peroxido-benzoila pesticida pesticida-organoclorado podofilina polen polen-grama prata resina-arvore samambaia seda silicone-derivado terpeno tinta-cabelo tinta-textil toxina-botulinica veneno-escorpiao veneno-vespa',
}

/** Other names of the same thing. */
const SAME_THING: Record<string, string> = {
  soja: 'grao-soja',
  aplv: 'proteina-leite-vaca',
  'picada abelha': 'abelha',
  'veneno abelha': 'abelha',
  'picada vespa': 'veneno-vespa',
  'picada escorpiao': 'veneno-escorpiao',
}

/** Without their accents they are other words. */
const ACCENTED: Record<string, string> = { la: 'lã', maca: 'maçã', coco: 'coco' }

const SMALL_WORDS = ' a as o os ao aos da das de do dos e em com para seu seus sua suas '

function nameOf(words: string): string {
  const all = words.split(/[^a-z0-9]+/).filter((word) => word !== '')
  const large = all.filter((word) => all.length === 1 || !SMALL_WORDS.includes(` ${word} `))
  return large.map(singular).join(' ')
}

function singular(word: string): string {
  if (word.length < 4) return word
  return word
    .replace(/(?:oes|aes)$/, 'ao')
    .replace(/zes$/, 'z')
    .replace(/ares$/, 'ar')
    .replace(/ais$/, 'al')
    .replace(/teis$/, 'til')
    .replace(/s$/, '')
}

/** The allergen without what tells it ("alérgico a") and without the reaction, folded. */
function alone(folded: string): string {
  return withoutReaction(
    folded
      .trim()
      .replace(
        /^(?:(?:alergi(?:a|co|ca)|hipersensibilidade|anafilaxia)\s*(?:a|as|ao|aos|por|:)\s+)/,
        '',
      ),
  )
}

/** "Dipirona, urticária": what the last part of it begins to tell of the reaction goes. */
function withoutReaction(text: string): string {
  const last = 1 + Math.max(...[',', ';', '('].map((mark) => text.lastIndexOf(mark)))
  const found = REACTION.exec(text.slice(last))
  if (!found) return text
  return text.slice(0, last + found.index).replace(/(?<![\s,;:(–-])[\s,;:(–-]+$/, '')
}

const REACTION =
  /\b(?:com |causa |da |deu |provoca )?(?:urticaria|edema|angioedema|anafilaxia|choque|prurido|coceira|rash|falta de ar|dispneia|inchaco|broncoespasmo|vermelhidao|lesoes|manchas|vomitos?|diarreia|espirros)\b/
