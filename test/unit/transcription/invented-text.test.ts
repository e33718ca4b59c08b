import test from 'ava'
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

test('a text in another language is not what was said', (t) => {
  const found = (text: string, language = 'pt-BR') => {
    const piece = { startMs: 0, endMs: 5000, text, confidence: 0.9, noSpeechProbability: 0.01 }
    return findInvention(piece, { heardMs: 5000, language })
  }
  t.is(found('I think that this is the best for you.'), 'other_language')
  t.is(found('Pero usted tiene que tomar los medicamentos.'), 'other_language')
  t.is(found('Il est dans une autre maison avec vous.'), 'other_language')
  t.is(found('I think that this is the best for you.', 'en-US'), null)
  // Names, drugs and words that two languages share.
  t.is(found('Toma o Tylenol Day and Night e o The Best Whey.'), null)
  t.is(found('Ele tem dor del lado.'), null)
  t.is(found('Los Artana de cinquenta.'), null)
})

const starts: [string, string][] = [
  ['while, O senhor está bem?', 'O senhor está bem?'],
  ['and then, A dor começou ontem.', 'A dor começou ontem.'],
  ['Bom, a dor começou ontem.', 'Bom, a dor começou ontem.'],
  ['Pois é, doutora, sinto muito.', 'Pois é, doutora, sinto muito.'],
  ['Dipirona, paracetamol e ibuprofeno.', 'Dipirona, paracetamol e ibuprofeno.'],
]
for (const [heard, kept] of starts)
  test(`of "${heard}" stays "${kept}"`, (t) => {
    const words = [...heard.matchAll(/\S+/g)].map(({ 0: word, index }, at) => ({
      from: index,
      to: index + word.length,
      startMs: at * 100,
      endMs: at * 100 + 90,
      confidence: 0.9,
    }))
    const piece = {
      startMs: 0,
      endMs: 3000,
      text: heard,
      words,
      confidence: 0.9,
      noSpeechProbability: null,
    }
    const [marked] = markInventions([piece], { unitMs: 3000, language: 'pt-BR' })
    t.is(marked!.text, kept)
    t.is(marked!.words!.map(({ from, to }) => kept.slice(from, to)).join(' '), kept)
    t.is(marked!.startMs, words.at(-marked!.words!.length)!.startMs)
  })
