/**
 * "Se a glicada viesse acima de dez", "se fosse dos dois lados": what is not so; not "como se fosse
 * uma faca".
 */
export const AGAINST_FACT =
  /(?<!\bcomo )\bse (?:\p{L}+ ){0,6}?(?:fosse|tivesse|viesse|houvesse|estivesse|pudesse|quisesse|(?!esse|desse|nesse|posse|tosse|passe|classe|interesse|estresse|stresse)\p{L}{2,}[aei]sse)(?:m|mos)?\b/u
