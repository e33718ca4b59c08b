import { deflateSync } from 'node:zlib'
import test from 'ava'
import { compressionRatio } from '../../../core/transcription/compression.ts'
import { findInvention, markInventions } from '../../../core/transcription/invented-text.ts'
import type { Invention } from '../../../core/transcription/ports.ts'

function judge(
  text: string,
  { heardMs = 5000, confidence = 0.9 as number | null, noSpeech = 0.01 } = {},
) {
  return findInvention(
    { startMs: 0, endMs: heardMs, text, confidence, noSpeechProbability: noSpeech },
    { heardMs },
  )
}

const drops = test.macro({
  title: (_, invention: Invention, text: string) => `dropped as ${invention}: ${text.slice(0, 50)}`,
  exec(t, invention: Invention, text: string) {
    t.is(judge(text), invention)
  },
})
const keeps = test.macro({
  title: (_, text: string) => `kept: ${text.slice(0, 60)}`,
  exec(t, text: string) {
    t.is(judge(text), null)
  },
})

test(drops, 'credits', 'Legendas pela comunidade Amara.org')
test(drops, 'credits', 'Legendado por Fulano de Tal')
test(drops, 'credits', 'Transcrição e Legendas por Beltrano')
test(drops, 'credits', 'Legenda Adriana Zanotto')
test(drops, 'credits', 'Obrigado por assistir!')
test(drops, 'credits', 'Obrigada por assistirem ao vídeo.')
test(drops, 'credits', 'Muito obrigado por assistir.')
test(drops, 'credits', 'Inscreva-se no canal e ative o sininho!')
test(drops, 'credits', 'Até o próximo vídeo.')
test(drops, 'credits', 'Thanks for watching!')
test(drops, 'credits', 'www.exemplo.com.br')
test(drops, 'sound_label', '[Música]')
test(drops, 'sound_label', '(risos)')
test(drops, 'sound_label', '*aplausos*')
test(drops, 'sound_label', '♪ la la la ♪')
test(drops, 'empty', ' ... ')
test(drops, 'empty', '')
test(drops, 'loop', 'Não, não, não, não, não, não, não, não.')
test(drops, 'loop', 'Eu não sei o que. Eu não sei o que. Eu não sei o que. Eu não sei o que.')
test(drops, 'loop', `${'tá bom '.repeat(20)}`)

test(keeps, 'Obrigado, doutor.')
test(keeps, 'Obrigada por ter vindo hoje.')
test(keeps, 'Não, não, não tenho alergia.')
test(keeps, 'Dói, dói, dói muito.')
test(keeps, 'Tomo um, dois, três comprimidos (de manhã).')
test(keeps, 'Ela mora no canal de Santos e assiste vídeo até tarde.')
test(keeps, 'Vou colocar a legenda no exame depois.')
test(keeps, 'Até a próxima consulta.')
test(keeps, 'Sim.')
test(keeps, '120 por 80.')

test('more letters than anybody can say in the time are an invention', (t) => {
  const sentence = 'A paciente refere dor de cabeça há três dias com náuseas.'
  t.is(judge(sentence, { heardMs: 4000 }), null)
  t.is(judge(sentence, { heardMs: 800 }), 'too_fast')
  t.is(judge('Sim, doutor.', { heardMs: 250 }), null)
})

test('the engine has to doubt twice before its words are dropped', (t) => {
  t.is(judge('Sim.', { noSpeech: 0.9, confidence: 0.4 }), 'not_speech')
  t.is(judge('Sim.', { noSpeech: 0.9, confidence: 0.8 }), null)
  t.is(judge('Sim.', { noSpeech: 0.1, confidence: 0.4 }), null)
  t.is(judge('Sim.', { noSpeech: 0.9, confidence: null }), null)
})

test('words the engine itself hardly believes are dropped', (t) => {
  t.is(judge('Talvez isto.', { confidence: 0.15 }), 'unsure')
  t.is(judge('Talvez isto.', { confidence: 0.3 }), null)
})

test(drops, 'credits', 'Legendas pela comunidade')
test(drops, 'credits', 'Sous-titrage Société Radio-Canada')
test(drops, 'credits', 'Tradução e Legendagem: Sicrano')
test(drops, 'other_script', 'ご視聴ありがとうございました')
test(drops, 'other_script', 'Продолжение следует...')
test(drops, 'loop', 'E aí eu fui no médico e ele disse. '.repeat(5))
test(drops, 'loop', 'O que é isso? '.repeat(9))
test(drops, 'loop', 'a gente vai a gente vem a gente fica a gente vai a gente vem '.repeat(6))

const keepsSlowly = test.macro({
  title: (_, text: string, seconds: number) => `kept, said in ${seconds} s: ${text.slice(0, 50)}`,
  exec(t, text: string, seconds: number) {
    t.is(judge(text, { heardMs: seconds * 1000 }), null)
  },
})
test(keepsSlowly, 'Respira fundo. Respira fundo. Respira fundo. Respira fundo. Respira fundo.', 9)
test(keepsSlowly, 'Trinta e três. Trinta e três. Trinta e três. Trinta e três. Trinta e três.', 8)
test(keepsSlowly, 'Um, dois, três. Um, dois, três. Um, dois, três. Um, dois, três.', 8)
test(keepsSlowly, 'Um, dois, três, quatro, cinco, seis, sete, oito, nove, dez.', 5)
test(keepsSlowly, 'Não, não, não.', 1.2)
test(keepsSlowly, 'Sim, sim, sim, sim.', 1.5)
test(keepsSlowly, 'Dói aqui? Dói aqui? E aqui, dói? Dói aqui também?', 5)
test(keepsSlowly, 'Tosse. De novo. Tosse. De novo. Tosse. De novo.', 6)
test(keepsSlowly, 'Vai e volta, vai e volta, vai e volta, a dor é assim.', 4)
test(keepsSlowly, 'De manhã um, de tarde um, de noite um, antes de dormir um.', 4)
test(keepsSlowly, 'Glicose β é só o nome do exame.', 3)

const PROMPT = {
  vocabulary:
    'Consulta médica: losartana, enalapril, hidroclorotiazida, anlodipino, ecocardiograma.',
  context: 'Não tenho alergia a nenhum remédio.',
}
function echoed(text: string, { confidence = 0.9, noSpeech = 0.01 } = {}) {
  const piece = { startMs: 0, endMs: 5000, text, confidence, noSpeechProbability: noSpeech }
  return findInvention(piece, { heardMs: 5000, prompt: PROMPT })
}

test('what the engine was told is not what was said', (t) => {
  t.is(echoed('Losartana, enalapril, hidroclorotiazida, anlodipino.'), 'prompt_echo')
  t.is(echoed('Consulta médica: losartana, enalapril.'), 'prompt_echo')
  t.is(echoed('Enalapril, hidroclorotiazida, anlodipino.', { noSpeech: 0.5 }), 'prompt_echo')
  t.is(echoed('Não tenho alergia a nenhum remédio.', { confidence: 0.5 }), 'prompt_echo')
})

test('what the engine was told may be said all the same', (t) => {
  t.is(echoed('Tomo losartana e hidroclorotiazida.'), null)
  t.is(echoed('Losartana, enalapril.'), null)
  t.is(echoed('Enalapril, hidroclorotiazida, anlodipino.'), null)
  t.is(echoed('Não tenho alergia a nenhum remédio.'), null)
  t.is(echoed('Faço ecocardiograma todo ano e tomo anlodipino.', { confidence: 0.5 }), null)
})

const lines = (...texts: string[]) =>
  texts.map((text, index) => ({
    ...{ startMs: index * 2000, endMs: index * 2000 + 2000, text, confidence: 0.9 },
    noSpeechProbability: 0.01,
  }))
const survivors = (...texts: string[]) =>
  markInventions(lines(...texts), { unitMs: texts.length * 2000, prompt: null })
    .filter(({ dropped }) => !dropped)
    .map(({ text }) => text)

test('a loop over several pieces leaves what may have been said once', (t) => {
  const looped = 'Eu vou pedir um exame.'
  t.deepEqual(survivors('Bom dia.', looped, looped, looped, looped, looped), ['Bom dia.', looped])
  t.deepEqual(
    survivors(
      'Eu vou pedir',
      'um exame agora.',
      'Eu vou pedir',
      'um exame agora.',
      'Eu vou pedir',
      'um exame agora.',
      'Eu vou pedir',
      'um exame agora.',
    ),
    ['Eu vou pedir', 'um exame agora.'],
  )
})

test('short pieces that come back are people', (t) => {
  const talk = ['Sim.', 'Não.', 'Sim.', 'Sim.', 'Não.', 'Sim.', 'Não.', 'Não.']
  t.deepEqual(survivors(...talk), talk)
  const breath = ['Respira fundo.', 'Respira fundo.', 'Respira fundo.', 'Respira fundo.', 'Solta.']
  t.deepEqual(survivors(...breath), breath)
  const twice = ['Eu vou pedir um exame.', 'Eu vou pedir um exame.', 'Está bem?']
  t.deepEqual(survivors(...twice), twice)
})

test('what is said after the sound is over was not said', (t) => {
  const piece = { startMs: 9000, endMs: 9900, text: 'Obrigado.', confidence: 0.9 }
  const [marked] = markInventions([{ ...piece, noSpeechProbability: 0 }], {
    ...{ unitMs: 3000, prompt: null },
  })
  t.is(marked?.dropped, 'not_speech')
})

test('more words than anybody can say in the time are an invention', (t) => {
  t.is(judge('E eu vi que ela ia lá e eu fui.', { heardMs: 1200 }), 'too_fast')
  t.is(judge('E eu vi que ela ia lá e eu fui.', { heardMs: 2500 }), null)
})

test('the compression ratio is about what deflate says', (t) => {
  const talk =
    'estou com dor de cabeca ha tres dias e uma dor latejante do lado direito piora com a luz e com o barulho tomei dipirona e nao melhorou e tambem tive febre ontem a noite'
  for (const text of [talk, 'eu nao sei o que '.repeat(8), 'ta bom '.repeat(20)]) {
    const real = text.length / deflateSync(text).length
    t.true(Math.abs(compressionRatio(text) / real - 1) < 0.25, `${compressionRatio(text)} ${real}`)
  }
  t.true(compressionRatio(talk) < 2)
})
