/** The list of what the speech benches listen to. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  babbleNoise,
  cough,
  fanNoise,
  fromAfar,
  inNoise,
  spokenQuietly,
  throughTelephone,
  withCoughs,
} from '../../../bin/tools/generate/speech/conditions.ts'
import { mixIn, RATE_HZ } from '../../../bin/tools/generate/speech/dsp.ts'
import {
  type Clip,
  layOut,
  roomTone,
  type Scene,
  voiceBounds,
} from '../../../bin/tools/generate/speech/scene.ts'
import { readSound } from '../../../bin/tools/generate/speech/sound-file.ts'
import { type Speaker, speakClips } from '../../../bin/tools/generate/speech/speak-clips.ts'
import { NOISES } from '../../helpers/speech-noise.ts'

export interface Material {
  name: string
  about: string
  needs: readonly ('sentences' | 'voices')[]
  make(): Promise<Scene>
}

export interface Sources {
  sentencesDir: string
  speaker: Speaker
}

interface Visit {
  caseFile: string
  voices: Record<string, string>
  /** Voices of its second time in the hour. */
  otherVoices?: Record<string, string>
}

const EVALUATION = fileURLToPath(new URL('../../../config/evaluation/', import.meta.url))
const BASE = 'cardiologia-01'
const VISITS: Visit[] = [
  {
    caseFile: BASE,
    voices: { doctor: 'jm_kumo', patient: 'jf_alpha' },
    otherVoices: { doctor: 'jf_nezumi', patient: 'jf_tebukuro' },
  },
  {
    caseFile: 'endocrinologia-01',
    voices: { doctor: 'jf_nezumi', patient: 'jm_kumo' },
    otherVoices: { doctor: 'jf_alpha', patient: 'jf_gongitsune' },
  },
  {
    caseFile: 'held-out/held-endocrinologia-02',
    voices: { doctor: 'jf_tebukuro', patient: 'jm_kumo' },
  },
  {
    caseFile: 'held-out/held-otorrino-01',
    voices: { doctor: 'jf_alpha', patient: 'jf_nezumi' },
  },
]
const ALONE = {
  silence: 'silence',
  white: 'white noise',
  pink: 'pink noise, like an air conditioner',
  hum: 'mains hum',
  keyboard: 'keys being typed',
}
const ALONE_S = 40
const HOUR_MS = 3_600_000

export function speechMaterials(sources: Sources): Material[] {
  const clips = clipSource(sources)
  const rows = conditionRows(clips)
  const onVisit = rows.map(({ name, about, make }) => ({
    name: `${name}-visit`,
    about: `the visit, ${about}`,
    needs: ['voices'] as const,
    make: async () => make(layOut(await clips.base(), { pauseMs: talkPauseMs })),
  }))
  const onSentences = rows.map(({ name, about, make, voices }) => ({
    name: `${name}-joined`,
    about: `the sentences 1.2 s apart, ${about}`,
    needs: voices ? (['sentences', 'voices'] as const) : (['sentences'] as const),
    make: async () => make(layOut(await clips.sentences(), { pauseMs: () => 1200 })),
  }))
  return [
    ...joinedSentences(clips),
    ...alone(),
    ...onSentences,
    ...visits(clips),
    ...onVisit,
    ...longer(clips),
  ]
}

type ClipSource = ReturnType<typeof clipSource>

function clipSource({ sentencesDir, speaker }: Sources) {
  const spoken = new Map<string, Promise<Clip[]>>()
  let sentences: Promise<Clip[]> | undefined
  async function speakVisit(caseFile: string, voices: Record<string, string>, speed: number) {
    const { turns } = JSON.parse(await readFile(`${EVALUATION}${caseFile}.json`, 'utf8'))
    return speakClips(speaker, { turns, voices, speed })
  }
  function visit(caseFile: string, voices: Record<string, string>, speed = 1): Promise<Clip[]> {
    const key = JSON.stringify([caseFile, voices, speed])
    const clips = spoken.get(key) ?? speakVisit(caseFile, voices, speed)
    spoken.set(key, clips)
    return clips
  }
  return {
    visit,
    all: () => Promise.all(VISITS.map(({ caseFile, voices }) => visit(caseFile, voices))),
    base: (speed = 1) => visit(BASE, VISITS[0]!.voices, speed),
    sentences() {
      sentences ??= readSentences(sentencesDir)
      return sentences
    },
  }
}

async function readSentences(folder: string): Promise<Clip[]> {
  const table = await readFile(join(folder, 'texts.tsv'), 'utf8')
  const lines = table.split('\n').filter((line) => line.includes('\t'))
  const sentences: Clip[] = []
  for (const line of lines) {
    const [file = '', text = ''] = line.split('\t')
    const samples = await readSound(join(folder, file))
    sentences.push({ speaker: 'reader', text, samples, ...voiceBounds(samples) })
  }
  return sentences
}

function joinedSentences(clips: ClipSource): Material[] {
  return [0.3, 1.2, 4].map((pauseS) => ({
    name: `joined-${pauseS}`,
    about: `twenty sentences of a person, ${pauseS} s apart`,
    needs: ['sentences'],
    make: async () => layOut(await clips.sentences(), { pauseMs: () => pauseS * 1000 }),
  }))
}

function visits(clips: ClipSource): Material[] {
  const whole = VISITS.map(({ caseFile, voices }): Material => {
    const name = `visit-${caseFile.split('/').at(-1)}`
    return {
      name,
      about: 'a consultation, one channel, pauses of 0.2 to 0.8 s',
      needs: ['voices'],
      make: async () => layOut(await clips.visit(caseFile, voices), { pauseMs: talkPauseMs }),
    }
  })
  const { caseFile, voices } = VISITS[3]!
  return [
    ...whole,
    {
      name: 'visit-channels',
      about: 'the visit with a channel for each speaker',
      needs: ['voices'],
      async make() {
        const channelOf = (speaker: string) => (speaker === 'doctor' ? 0 : 1)
        return layOut(await clips.base(), { pauseMs: talkPauseMs, channelOf })
      },
    },
    {
      name: 'visit-interrupted',
      about: 'a consultation in which every fifth turn begins before the last one ended',
      needs: ['voices'],
      async make() {
        const pauseMs = (i: number) => (i % 5 === 3 ? -300 - 50 * (i % 7) : talkPauseMs(i))
        return layOut(await clips.visit(caseFile, voices), { pauseMs })
      },
    },
  ]
}

interface ConditionRow {
  name: string
  about: string
  /** The noise is made of voices. */
  voices: boolean
  make(scene: Scene): Scene | Promise<Scene>
}

function conditionRows(clips: ClipSource): ConditionRow[] {
  const noisy = [20, 10, 5].flatMap((snrDb): ConditionRow[] => [
    {
      name: `babble-${snrDb}`,
      about: `four people talking at ${snrDb} dB`,
      voices: true,
      async make(scene) {
        const [, ...others] = await clips.all()
        const talkers = [...others, others[0]!.toReversed()]
        return inNoise((length) => babbleNoise(length, talkers), snrDb)(scene)
      },
    },
    {
      name: `fan-${snrDb}`,
      about: `a fan at ${snrDb} dB`,
      voices: false,
      make: inNoise(fanNoise, snrDb),
    },
  ])
  return [
    { name: 'telephone', about: 'by telephone, 8 kHz', voices: false, make: throughTelephone },
    { name: 'far', about: 'from across the room', voices: false, make: fromAfar },
    ...noisy,
    { name: 'quiet', about: '30 dB below', voices: false, make: spokenQuietly },
    { name: 'music', about: 'music 10 dB below', voices: false, make: inNoise(musicNoise, 10) },
    { name: 'coughs', about: 'coughs in the pauses', voices: false, make: withCoughs },
  ]
}

function longer(clips: ClipSource): Material[] {
  return [
    {
      name: 'fast-visit',
      about: 'the visit, spoken 1.35 times as fast',
      needs: ['voices'],
      make: async () => layOut(await clips.base(1.35), { pauseMs: talkPauseMs }),
    },
    {
      name: 'pauses-visit',
      about: 'the visit with 8 to 15 s between turns',
      needs: ['voices'],
      make: async () => layOut(await clips.base(), { pauseMs: longPauseMs }),
    },
    {
      name: 'pauses-joined',
      about: 'the sentences with 8 to 15 s between them',
      needs: ['sentences'],
      make: async () => layOut(await clips.sentences(), { pauseMs: longPauseMs }),
    },
    {
      name: 'hour',
      about: 'an hour of consultations, some in two pairs of voices',
      needs: ['voices'],
      make: async () => layOut(await hourOfTalk(clips), { pauseMs: talkPauseMs }),
    },
  ]
}

/** The visits over and over, some in other voices the second time, until an hour is full. */
async function hourOfTalk(clips: ClipSource): Promise<Clip[]> {
  const others = VISITS.flatMap(({ caseFile, otherVoices }) =>
    otherVoices ? [clips.visit(caseFile, otherVoices)] : [],
  )
  const round = [...(await clips.all()), ...(await Promise.all(others))].flat()
  const hour: Clip[] = []
  for (let i = 0, ms = 0; ms < HOUR_MS; i++) {
    const clip = round[i % round.length]!
    hour.push(clip)
    ms += (clip.samples.length * 1000) / RATE_HZ + talkPauseMs(i)
  }
  return hour
}

function alone(): Material[] {
  const make = (
    name: string,
    about: string,
    sound: (length: number) => Float32Array,
  ): Material => ({
    name: `alone-${name}`,
    about: `${ALONE_S} s of ${about} without a voice`,
    needs: [],
    make: async () => ({ turns: [], channels: [sound(ALONE_S * RATE_HZ)] }),
  })
  return [
    ...Object.entries(ALONE).map(([name, noise]) =>
      make(name, noise, () => Float32Array.from(NOISES[noise]!(ALONE_S), (one) => one / 32_768)),
    ),
    make('music', 'music', musicNoise),
    make('fan', 'a fan', fanNoise),
    make('coughs', 'coughs', coughing),
  ]
}

/** Chords and a tune, as of a radio in the room. */
function musicNoise(length: number): Float32Array {
  const seconds = Math.ceil(length / RATE_HZ)
  const music = new Float32Array(length)
  for (const name of ['music-like chords', 'a tune on one string'])
    mixIn(
      music,
      Float32Array.from(NOISES[name]!(seconds), (sample) => sample / 32_768),
    )
  return music
}

/** A cough every five seconds. */
function coughing(length: number): Float32Array {
  const sound = roomTone(length, 9)
  for (let at = RATE_HZ; at < length; at += 5 * RATE_HZ)
    sound.set(cough(at).subarray(0, length - at), at)
  return sound
}

/** 0.2 to 0.8 s, different from turn to turn, the same every time. */
function talkPauseMs(index: number): number {
  return 200 + ((index * 137) % 13) * 50
}

/** 8 to 15 s. */
function longPauseMs(index: number): number {
  return 8000 + ((index * 5) % 8) * 1000
}
