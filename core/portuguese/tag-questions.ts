/**
 * "Sou alérgico a penicilina, sabe?", "Volta em trinta dias, combinado?": told, with a nod asked
 * for. A statement is what its speaker says of itself or orders; what it says of the other one ("A
 * senhora tem pressão alta, né?") is asked.
 */
import { sureThirdPerson } from './first-person.ts'
import { fold, plainWords } from './tokens.ts'

const TAG =
  /(?<![\s,;…])[\s,;…]{1,4}(?:(?:n[eé]|sabe|t[aá]|t[aá] bo[mn]|t[aá] certo|viu|entendeu|entende|certo|ok|okay|combinado|hein|tudo bem|beleza|percebe|lembra|n[aã]o [eé]|n[aã]o foi)[\s,]{0,3}){1,3}(?:doutora?|dra?\.?|senhora?|minha filha|meu filho|m[ãa]e|pai|(?:dona|seu) \p{L}{1,20})?\s{0,2}\?{1,4}["'”)]{0,2}\s{0,4}$/iu
/** Nods that follow an order; "né" and "certo" ask as well whether it is so. */
const OF_AN_ORDER = /\b(?:ta|viu|ok|okay|combinado|entendeu|tudo bem|beleza)\b/
/** "Posso parar o remédio, né?", "É grave, né?": of oneself, and asked all the same. */
const ASKS_LEAVE = /^(?:(?:e|mas|entao|ai) )*(?:eu )?(?:posso|devo|preciso|vou|tenho que|sera)\b/
const ADDRESSES =
  /\b(?:o senhor|a senhora|voces?|ele|ela) (?:(?:ja|ainda|tambem|nao|so) )*(?:tem|teve|tinha|toma|tomou|usa|usou|e|foi|era|esta|ta|fuma|fumava|bebe|sente|sentiu|faz|fez|trabalha|mora|dorme|operou|parou|trouxe)\b/

/** Whether what ends in a question mark tells and only asks for a nod. */
export function tellsWithNod(text: string): boolean {
  const tag = TAG.exec(text)
  if (!tag) return false
  const told = plainWords(text.slice(0, tag.index))
  const words = told.split(' ')
  if (words.length < 2 || ASKS_LEAVE.test(told)) return false
  if (words.some((word) => OWN.test(word) || sureThirdPerson(word) !== undefined)) return true
  const nod = fold(tag[0])
    .replace(/[^\p{L} ]/gu, '')
    .trim()
  return OF_AN_ORDER.test(nod) && !ADDRESSES.test(told)
}

const OWN = /^(?:eu|meus?|minhas?)$/
