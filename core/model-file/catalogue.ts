/**
 * The model files this product knows (DESIGN §7). A file counts only when its SHA-256 agrees. Sizes
 * are exact where `sizeBytes` says so, else rounded as their publishers write them, those of text
 * models by their weights; memory and cores are rough, for advice only. Multilingual speech files
 * only: the `.en` ones know no Portuguese.
 */
import { type Licence, licences } from './licences.ts'
import {
  coresForLive,
  releasedShapes,
  type ShapeName,
  type SpeechShape,
  speechMemoryMiB,
} from './speech-shape.ts'

export type ModelKind = 'speech' | 'vad' | 'text'

export interface CatalogueModel {
  /** What an administrator types. */
  name: string
  kind: ModelKind
  file: string
  sha256: string
  sizeBytes: number | null
  /** Rounded, when `sizeBytes` is not known. */
  aboutMiB: number | null
  quantization: string
  /** Owner and repository below the mirror's base address; null: nowhere to download it from. */
  repository: string | null
  /** Shape of a Whisper model; null for other kinds. */
  shape: SpeechShape | null
  licence: Licence
  /** Memory while it runs, in MiB; null: not known. */
  memoryMiB: number | null
  /** Cores with which it keeps up with live speech, or writes a document in about a minute. */
  cores: number
}

const MIB = 1024 * 1024

/**
 * The model that is part of the product: the program reads it in its own folder
 * (ai-local/speech-model).
 */
export const boxModel: CatalogueModel = {
  ...whisper(
    'base',
    'q5_0',
    53,
    '127fc0e527494864e489fbf149fabaf0b647a781801bede9b01bf373c6e19283',
  ),
  sizeBytes: 55_295_433,
  aboutMiB: null,
  repository: null,
}

/**
 * File of the model that earlier versions brought; settings and backups of theirs may name it and
 * mean the model in the box.
 */
export const EARLIER_BOX_FILE = 'ggml-demo-pt.bin'

export const modelCatalogue: readonly CatalogueModel[] = [
  boxModel,
  whisper('tiny', 'f16', 75, 'be07e048e1e599ad46341c8d2a135645097a538221678b7acdd1b1919c6e1b21'),
  whisper('tiny', 'q5_1', 31, '818710568da3ca15689e31a743197b520007872ff9576237bda97bd1b469c3d7'),
  whisper('base', 'f16', 142, '60ed5bc3dd14eea856493d334349b405782ddcaf0028d4b5df4088345fba2efe'),
  whisper('base', 'q5_1', 57, '422f1ae452ade6f30a004d7e5c6a43195e4433bc370bf23fac9cc591f01a8898'),
  whisper('small', 'f16', 466, '1be3a9b2063867b937e64e2ec7483364a79917e157fa98c5d94b5c1fffea987b'),
  whisper('small', 'q5_1', 181, 'ae85e4a935d7a567bd102fe55afc16bb595bdb618e11b2fc7591bc08120411bb'),
  whisper(
    'medium',
    'f16',
    1536,
    '6c14d5adee5f86394037b4e4e8b59f1673b6cee10e3cf0b11bbdbee79c156208',
  ),
  whisper(
    'medium',
    'q5_0',
    514,
    '19fea4b380c3a618ec4723c3eef2eb785ffba0d0538cf43f8f235e7b3b34220f',
  ),
  whisper(
    'large-v3',
    'f16',
    2970,
    '64d182b440b98d5203c4f9bd541544d84c605196c4f7b845dfa11fb23594d1e2',
  ),
  whisper(
    'large-v3',
    'q5_0',
    1126,
    'd75795ecff3f83b5faa89d1900604ad8c780abd5739fae406de19f23ecd98ad1',
  ),
  whisper(
    'large-v3-turbo',
    'f16',
    1536,
    '1fc70f774d38eb169993ac391eea357ef47c88757ef72ee5943879b7e8e2bc69',
  ),
  whisper(
    'large-v3-turbo',
    'q5_0',
    547,
    '394221709cd5ad1f40c46e6031ca61bce88931e6e088c188294c6d5a55ffa7e2',
  ),
  whisper(
    'large-v3-turbo',
    'q8_0',
    834,
    '317eb69c11673c9de1e1f0d459b253999804ec71ac4c23c17ecf5fbe24e259a1',
  ),
  {
    ...silero('silero-v5', 'ggml-silero-v5.1.2.bin', 'ggml-org/whisper-vad'),
    sha256: '29940d98d42b91fbd05ce489f3ecf7c72f0a42f027e4875919a28fb4c04ea2cf',
    aboutMiB: 864 / 1024,
  },
  {
    ...silero('silero-v6', 'silero-v6.2.0-ggml.bin', null),
    sha256: '2aa269b785eeb53a82983a20501ddf7c1d9c48e33ab63a41391ac6c9f7fb6987',
    sizeBytes: 885_098,
  },
  text(
    'qwen3.5-0.8b',
    0.8,
    'Q4_K_M',
    'bartowski/Qwen_Qwen3.5-0.8B-GGUF',
    'Qwen_Qwen3.5-0.8B-Q4_K_M.gguf',
    licences.apache,
    'fb044e93939a70469c905781334f5de1e6c8b608ced6cbc8c9249bd4127d9526',
  ),
  text(
    'qwen3.5-2b',
    2,
    'Q4_K_M',
    'bartowski/Qwen_Qwen3.5-2B-GGUF',
    'Qwen_Qwen3.5-2B-Q4_K_M.gguf',
    licences.apache,
    '57a1085840f497d764a7fc5d346922dbde961efb54cc792ea81d694fd846a1d8',
  ),
  text(
    'qwen3.5-4b',
    4,
    'Q4_K_M',
    'bartowski/Qwen_Qwen3.5-4B-GGUF',
    'Qwen_Qwen3.5-4B-Q4_K_M.gguf',
    licences.apache,
    '13c16f426047e2de38cd075bdade4a7bcbc8c774384876f677740cda65f8a983',
  ),
  text(
    'qwen3.5-9b',
    9,
    'Q4_K_M',
    'unsloth/Qwen3.5-9B-GGUF',
    'Qwen3.5-9B-Q4_K_M.gguf',
    licences.apache,
    '03b74727a860a56338e042c4420bb3f04b2fec5734175f4cb9fa853daf52b7e8',
  ),
  text(
    'qwen3-4b-instruct',
    4,
    'Q8_0',
    'bartowski/Qwen_Qwen3-4B-Instruct-2507-GGUF',
    'Qwen_Qwen3-4B-Instruct-2507-Q8_0.gguf',
    licences.apache,
    '260b5b5b6ad73e44df81a43ea1f5c11c37007b6bac18eb3cd2016e8667c19662',
  ),
  text(
    'qwen3-1.7b',
    1.7,
    'Q4_K_M',
    'MaziyarPanahi/Qwen3-1.7B-GGUF',
    'Qwen3-1.7B.Q4_K_M.gguf',
    licences.apache,
    'ea2aa5f1cce3c8df81ae5fd292a6ed265b8393cc89534dc21fc5327cc974116a',
  ),
  text(
    'gemma-4-e2b',
    null,
    'q4_0',
    'google/gemma-4-E2B-it-qat-q4_0-gguf',
    'gemma-4-E2B_q4_0-it.gguf',
    licences.gemma,
    'fa401b55b07ee70a54c6dae3903c783a6e65064312529ea57175cb5f8dec6634',
  ),
  text(
    'gemma-4-e4b',
    null,
    'q4_0',
    'google/gemma-4-E4B-it-qat-q4_0-gguf',
    'gemma-4-E4B_q4_0-it.gguf',
    licences.gemma,
    '676c35070db6dbe52f93e9c864ee0fba4eddea94b9c875d9cb10daff453fbaee',
  ),
  text(
    'gemma-4-12b',
    12,
    'q4_0',
    'google/gemma-4-12B-it-qat-q4_0-gguf',
    'gemma-4-12b-it-qat-q4_0.gguf',
    licences.gemma,
    '93567e57a8fe10b23569b9d9ec38cd005deedf71e29477c421a4b83f418a538b',
  ),
  text(
    'lfm2-1.2b-extract',
    1.2,
    'Q4_K_M',
    'bartowski/LiquidAI_LFM2-1.2B-Extract-GGUF',
    'LiquidAI_LFM2-1.2B-Extract-Q4_K_M.gguf',
    licences.lfm,
    '97a1c5600045e9ade49bc4a9e3df083cef7c82b05a6d47ea2e58ab44cc98b16a',
  ),
  text(
    'lfm2-350m-extract',
    0.35,
    'Q4_K_M',
    'bartowski/LiquidAI_LFM2-350M-Extract-GGUF',
    'LiquidAI_LFM2-350M-Extract-Q4_K_M.gguf',
    licences.lfm,
    '340a7fb24b98a7dbe933169dbbb869f4d89f8c7bf27ee45d62afabfc5b376743',
  ),
  text(
    'llama-3.2-3b',
    3,
    'Q4_K_M',
    'hugging-quants/Llama-3.2-3B-Instruct-Q4_K_M-GGUF',
    'llama-3.2-3b-instruct-q4_k_m.gguf',
    licences.llama,
    'c55a83bfb6396799337853ca69918a0b9bbb2917621078c34570bc17d20fd7a1',
  ),
  text(
    'llama-3.2-1b',
    1,
    'Q4_K_M',
    'hugging-quants/Llama-3.2-1B-Instruct-Q4_K_M-GGUF',
    'llama-3.2-1b-instruct-q4_k_m.gguf',
    licences.llama,
    '1d0e9419ec4e12aef73ccf4ffd122703e94c48344a96bc7c5f0f2772c2152ce3',
  ),
  text(
    'medgemma-4b',
    4,
    'Q4_K_M',
    'bartowski/google_medgemma-4b-it-GGUF',
    'google_medgemma-4b-it-Q4_K_M.gguf',
    licences.healthAi,
    '2c3a1ef89aff548eea009ad74debcedfb69f0aa46fa8dc5e0f0175d5cea28578',
  ),
]

export function modelNames(): string[] {
  return modelCatalogue.map(({ name }) => name)
}

/** By name or by file name. */
export function findModel(
  nameOrFile: string,
  catalogue: readonly CatalogueModel[] = modelCatalogue,
): CatalogueModel | undefined {
  const wanted = nameOrFile.toLowerCase()
  return catalogue.find(({ name, file }) => name === wanted || file.toLowerCase() === wanted)
}

/** The exact size, else the rounded one, in bytes; null when nobody published it. */
export function sizeOf({
  sizeBytes,
  aboutMiB,
}: Pick<CatalogueModel, 'sizeBytes' | 'aboutMiB'>): number | null {
  return sizeBytes ?? (aboutMiB === null ? null : Math.round(aboutMiB * MIB))
}

/** Memory of a text model: weights, the context of 8192 tokens, and the process itself. */
export function textMemoryMiB(weightsMiB: number): number {
  return Math.round(weightsMiB * 1.2 + 600)
}

function whisper(
  name: ShapeName,
  quantization: string,
  aboutMiB: number,
  sha256: string,
): CatalogueModel {
  const suffix = quantization === 'f16' ? '' : `-${quantization}`
  const shape = releasedShapes[name]
  return {
    name: `whisper-${name}${suffix}`,
    kind: 'speech',
    file: `ggml-${name}${suffix}.bin`,
    sha256,
    sizeBytes: null,
    aboutMiB,
    quantization,
    repository: 'ggerganov/whisper.cpp',
    shape,
    licence: licences.mit,
    memoryMiB: speechMemoryMiB(aboutMiB * MIB, quantization),
    cores: coresForLive(shape, quantization),
  }
}

function silero(name: string, file: string, repository: string | null) {
  return {
    name,
    kind: 'vad' as const,
    file,
    sizeBytes: null,
    aboutMiB: null,
    quantization: 'f32',
    repository,
    shape: null,
    licence: licences.mit,
    memoryMiB: 20,
    cores: 1,
  }
}

function text(
  name: string,
  /** Thousand millions; null where the publisher counts "effective" parameters only. */
  parametersB: number | null,
  quantization: 'Q4_K_M' | 'Q8_0' | 'q4_0',
  repository: string,
  file: string,
  licence: Licence,
  sha256: string,
): CatalogueModel {
  const bitsPerWeight = { Q4_K_M: 4.9, Q8_0: 8.5, q4_0: 4.6 }[quantization]
  const weightsMiB = parametersB === null ? null : (parametersB * 1e9 * bitsPerWeight) / 8 / MIB
  return {
    name,
    kind: 'text',
    file,
    sha256,
    sizeBytes: null,
    aboutMiB: weightsMiB === null ? null : Math.round(weightsMiB),
    quantization,
    repository,
    shape: null,
    licence,
    memoryMiB: weightsMiB === null ? null : textMemoryMiB(weightsMiB),
    cores: (parametersB ?? 4) <= 3 ? 2 : (parametersB ?? 4) <= 4 ? 4 : 8,
  }
}
