import test from 'ava'
import { findInvention, type Invention } from '../../../core/transcription/invented-text.ts'

function judge(
  text: string,
  { heardMs = 5000, confidence = 0.9 as number | null, noSpeech = 0.01 } = {},
) {
  return findInvention(
    { startMs: 0, endMs: heardMs, text, confidence, noSpeechProbability: noSpeech },
    heardMs,
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
