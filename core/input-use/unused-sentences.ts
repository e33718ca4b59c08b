/** Where a part lies that was not used, and how much it is. */
export interface UnusedPlace {
  /** From 1. */
  page?: number
  channel?: number
  /** In the input's own time. */
  fromMs?: number
  toMs?: number
  /** How many rows, numbers, attachments, fields or seconds. */
  count?: number
}

/**
 * What is told of each kind of part that was not used: where, why, and what to do. The codes are
 * stable; the sentences are what a doctor reads.
 */
const SENTENCES = {
  // Of files
  page_without_text: ({ page }) =>
    `Nenhum texto pôde ser lido na página ${page}. Confira o original ou envie uma imagem mais nítida.`,
  page_not_drawn: ({ page }) =>
    `A página ${page} não pôde ser desenhada: só o texto impresso nela foi lido. Confira o original.`,
  recognition_off: ({ page }) =>
    `A página ${page} só pode ser lida por reconhecimento de texto, que está desligado. Confira o original.`,
  recognition_left: ({ page }) =>
    `As imagens da página ${page} não foram lidas, porque o arquivo é longo demais. Envie essa página separadamente.`,
  direction_unsure: ({ page }) =>
    `Não se reconheceu em que posição a página ${page} está: ela não foi lida. Gire o original e envie de novo.`,
  page_bent: ({ page }) =>
    `As linhas da página ${page} estão curvas demais: um valor pode estar ao lado de outro nome. Confira o original ou envie outra foto, com a folha esticada.`,
  page_damaged: ({ page }) =>
    `A página ${page} está danificada e não foi lida. Confira o original ou envie o arquivo de novo.`,
  file_damaged: () =>
    'O PDF está incompleto ou danificado: pode faltar conteúdo. Confira o original ou envie o arquivo de novo.',
  picture_cut: ({ page }) =>
    `A imagem da página ${page} está incompleta ou danificada: só parte dela foi lida. Envie-a de novo.`,
  text_not_shown: ({ page, count = 1 }) =>
    count === 1
      ? `Uma palavra gravada na página ${page} não aparece nela e não foi usada. Confira o original.`
      : `${count} palavras gravadas na página ${page} não aparecem nela e não foram usadas. Confira o original.`,
  text_struck: ({ page, count = 1 }) =>
    count === 1
      ? `Uma palavra riscada na página ${page} não foi usada. Confira o original.`
      : `${count} palavras riscadas na página ${page} não foram usadas. Confira o original.`,
  form_not_read: ({ page }) =>
    `A página ${page} é um formulário que só abre no Adobe Reader: o que foi preenchido não foi lido. Imprima-o em PDF e envie de novo.`,
  rows_unsure: ({ page, count = 1 }) =>
    count === 1
      ? `Uma linha da página ${page} não foi lida com segurança. Confira o original.`
      : `${count} linhas da página ${page} não foram lidas com segurança. Confira o original.`,
  columns_unsure: ({ page, count = 1 }) =>
    count === 1
      ? `Na página ${page}, textos lado a lado foram lidos linha por linha e podem estar misturados. Confira o original.`
      : `Na página ${page}, em ${count} lugares, textos lado a lado foram lidos linha por linha e podem estar misturados. Confira o original.`,
  letters_apart: ({ page, count = 1 }) =>
    count === 1
      ? `Na página ${page}, uma linha tem as letras separadas: onde cada palavra termina é incerto. Confira o original.`
      : `Na página ${page}, ${count} linhas têm as letras separadas: onde cada palavra termina é incerto. Confira o original.`,
  hand_drawn: ({ page, count = 1 }) =>
    count === 1
      ? `A página ${page} tem uma anotação feita à mão, que não foi lida. Confira o original.`
      : `A página ${page} tem ${count} anotações feitas à mão, que não foram lidas. Confira o original.`,
  figure_not_read: ({ page }) =>
    `A página ${page} mostra um gráfico, um traçado, um desenho ou uma foto, que não foi lido. Confira o original.`,
  numbers_unsure: ({ page, count = 1 }) =>
    count === 1
      ? `Um número da página ${page} é incerto e está marcado. Confira o original.`
      : `${count} números da página ${page} são incertos e estão marcados. Confira o original.`,
  attachments_left: ({ count = 1 }) =>
    count === 1
      ? 'O arquivo traz um anexo, que não é lido. Envie o anexo separadamente.'
      : `O arquivo traz ${count} anexos, que não são lidos. Envie os anexos separadamente.`,
  file_not_read: () => 'O arquivo não foi lido: veja o motivo ao lado dele e envie de novo.',
  pages_beyond_budget: ({ page = 1, count = 1 }) =>
    count === 1
      ? `A página ${page} não é usada nos documentos, porque esta consulta tem texto demais. Envie só as páginas necessárias.`
      : `As páginas ${page} a ${page + count - 1} não são usadas nos documentos, porque esta consulta tem texto demais. Envie só as páginas necessárias.`,
  file_waiting: () => 'O arquivo ainda está sendo lido. Espere, ou continue sem ele.',
  // Of texts and schemas
  context_kept: () =>
    'O contexto enviado não foi usado, porque já havia um texto. Confira o contexto da consulta.',
  history_kept: () =>
    'Os antecedentes enviados não foram usados, porque já havia outros. Confira os antecedentes.',
  text_has_file: ({ count = 1 }) =>
    count === 1
      ? 'O texto enviado traz um arquivo ou uma imagem, que não é lido. Envie-o como arquivo da consulta.'
      : `O texto enviado traz ${count} arquivos ou imagens, que não são lidos. Envie-os como arquivos da consulta.`,
  text_has_struck_words: ({ count = 1 }) =>
    count === 1
      ? 'O texto enviado tem palavras riscadas, que não foram usadas. Confira o original.'
      : `O texto enviado tem palavras riscadas em ${count} lugares, que não foram usadas. Confira o original.`,
  schema_rule_not_kept: ({ count = 1 }) =>
    count === 1
      ? 'Uma regra do esquema não é garantida: confira os avisos da verificação do esquema.'
      : `${count} regras do esquema não são garantidas: confira os avisos da verificação do esquema.`,
  // Of sound
  audio_truncated: () =>
    'O arquivo está incompleto. O trecho que pôde ser lido foi guardado. Envie o arquivo inteiro.',
  audio_gap: (part) => `Falta som ${between(part)}: o arquivo tem um corte nesse ponto.`,
  sound_lost: (part) => `Falta som ${between(part)}: ele não chegou ao servidor.`,
  sound_not_captured: ({ count = 1 }) =>
    count === 1
      ? 'Um segundo de som não foi captado pelo microfone.'
      : `${count} segundos de som não foram captados pelo microfone.`,
  channel_silent: ({ channel = 0 }) =>
    `O canal ${channel + 1} não tem som. Confira o microfone ou o cabo.`,
  speech_beyond_budget: (part) =>
    `A fala ${between(part)} não é usada nos documentos, porque esta consulta tem texto demais. Leia a transcrição desse trecho.`,
  speech_waiting: () => 'A gravação ainda está sendo transcrita. Espere a transcrição final.',
  no_speech: () => 'Há som, mas nenhuma fala foi reconhecida. Ouça a gravação.',
  voice_too_soft: (part) =>
    `Fala baixa demais ${between(part)}: ela não foi transcrita. Ouça o trecho.`,
  voice_soft: (part) =>
    `Fala baixa ${between(part)}: as palavras são incertas e estão marcadas. Ouça o trecho.`,
  words_unsure: ({ count = 1, ...part }) =>
    count === 1
      ? `Uma palavra incerta ${between(part)}: ela está marcada na transcrição.`
      : `${count} palavras incertas ${between(part)}: elas estão marcadas na transcrição.`,
  not_understood: (part) => `Fala não compreendida ${between(part)}. Ouça o trecho.`,
} satisfies Record<string, (place: UnusedPlace) => string>

export type UnusedCode = keyof typeof SENTENCES

/** In Portuguese, for the doctor. */
export function unusedSentence(code: UnusedCode, place: UnusedPlace): string {
  const sentence: (place: UnusedPlace) => string = SENTENCES[code]
  return sentence(place)
}

/** A cut whose length nobody knows has one time. */
function between({ fromMs = 0, toMs = fromMs }: UnusedPlace): string {
  const [from, to] = [clock(fromMs), clock(toMs)]
  return from === to ? `em ${from}` : `de ${from} a ${to}`
}

function clock(ms: number): string {
  const whole = Math.floor(ms / 1000)
  return `${String(Math.floor(whole / 60)).padStart(2, '0')}:${String(whole % 60).padStart(2, '0')}`
}
