import { boxModel } from '../../model-file/catalogue.ts'
import { type CardFacts, useOfCardCommand, whyNotUsed } from '../../model-file/model-fit.ts'
import type { Check, DoctorFinding, DoctorHost, ModelFacts } from '../check.ts'
import { quoted } from '../quoted.ts'

export const compiler: Check = {
  id: 'speech.compiler',
  title: 'compiler',
  async run(host) {
    if (host.settings.speechEngine !== 'auto') return notUsed(host)
    const missing = await host.missingTools()
    if (missing.length === 0) return { severity: 'ok', what: 'cmake, g++ and make are there' }
    const what = `Missing: ${missing.join(', ')}`
    if (await host.runtime())
      return { severity: 'info', what: `${what}; not needed, since the speech runtime is built` }
    return {
      severity: 'error',
      what,
      why: 'The speech runtime is compiled on this machine, for its processor. Everything else works without it.',
      // On Debian and its relatives the packages are called as the tools are.
      fix: `apt-get install -y ${missing.join(' ')}`,
    }
  },
}

export const runtime: Check = {
  id: 'speech.runtime',
  title: 'speech runtime',
  async run(host) {
    if (host.settings.speechEngine !== 'auto') return notUsed(host)
    const found = await host.runtime()
    if (found) return onWhat(`${found.kind} ${found.version}`, await host.speechCard())
    return {
      severity: 'error',
      what: 'It is not built yet.',
      why: 'Nothing is transcribed without it. The next start builds it, in one to two minutes.',
      fix: 'svcctl doctor --fix',
    }
  },
  mend: ({ mend }) => mend.buildRuntime(),
}

/** A runtime that is there, and the card that it computes on or could. */
function onWhat(what: string, card: CardFacts | null): DoctorFinding {
  if (!card || card.use === 'own') return { severity: 'ok', what }
  const { name, use } = card
  if (use === 'used') return { severity: 'ok', what: `${what}, on ${name}` }
  if (use === 'off')
    return { severity: 'ok', what: `${what}; ${name} is left alone, as the setting speechGpu says` }
  return {
    severity: use === 'not-built' ? 'warning' : 'info',
    what: `${what}, on the processor; ${name} is not used.`,
    why: whyNotUsed(use),
    fix: useOfCardCommand(use),
  }
}

/** The longest build there was took a tenth of it. */
const LONGEST_BUILD_MS = 3_600_000

export const buildLock: Check = {
  id: 'speech.build-lock',
  title: 'lock of builds',
  async run(host) {
    const lock = await host.buildLock()
    if (!lock) return { severity: 'ok', what: 'nobody builds' }
    if (lock.isAbandoned)
      return { severity: 'ok', what: 'left by a build that ended; the next one takes it over' }
    const minutes = Math.round(lock.heldMs / 60_000)
    if (lock.heldMs < LONGEST_BUILD_MS)
      return { severity: 'ok', what: `a build has been at work for ${minutes} min` }
    return {
      severity: 'warning',
      what: `The lock of a build has been held for ${minutes} minutes.`,
      why: 'No build takes that long, and the next one waits for it: speech would not come back after an upgrade.',
      fix: `rm -r ${quoted(lock.path)}`,
    }
  },
}

export const speechSpeed: Check = {
  id: 'speech.speed',
  title: 'speech speed',
  probe: true,
  async run(host) {
    if (host.settings.speechEngine !== 'auto') return notUsed(host)
    if (!(await host.runtime())) return { severity: 'info', what: 'not measured: no runtime yet' }
    const probe = await host.speechProbe().catch(() => 'dead' as const)
    if (probe === 'dead') return dead(host)
    if (!probe) return { severity: 'info', what: 'not measured: no speech model yet' }
    const { heard, said, enough } = probe.hearing
    if (!enough)
      return {
        severity: 'error',
        what: `${probe.model} wrote ${heard} of ${said} words of a clear voice.`,
        why: 'What it writes is not what people say.',
        fix: `svcctl model use ${boxModel.name}`,
      }
    const what = `${probe.timesRealTime} times as fast as speech, with ${probe.model}; wrote ${heard} of ${said} words of a clear voice`
    if (!probe.usesProcessor)
      return {
        severity: 'error',
        what: `${what}; the runtime does not use this processor’s vector units`,
        why: 'It is ten to twenty times slower than it could be.',
        fix: rebuild(host),
      }
    if (probe.usedCard === false)
      return {
        severity: 'warning',
        what: `${what}; on the processor, although the runtime is for a graphics card`,
        why: 'Its program found no card that it can compute on, or no memory there.',
        fix: 'nvidia-smi   # what the driver says, and who holds its memory',
      }
    if (probe.timesRealTime < 1.5)
      return {
        severity: probe.timesRealTime < 1 ? 'error' : 'warning',
        what,
        why: 'Live text will fall behind the speaker; the final transcript still comes, later.',
        fix: 'svcctl model list --kind speech   # choose a smaller model, then: svcctl model use <name>',
      }
    return { severity: 'ok', what }
  },
}

export const speechModel: Check = {
  id: 'speech.model',
  title: 'speech model',
  async run(host) {
    if (host.settings.speechEngine !== 'auto') return notUsed(host)
    const { speechModel: name } = host.settings
    const model = await host.model(name)
    if (!model)
      return {
        severity: 'error',
        what: `The speech model ${name} is not ${name === boxModel.file ? 'in the program’s folder' : `in ${host.settings.modelsDir}`}.`,
        why: 'Nothing is transcribed without it.',
        fix:
          name === boxModel.file
            ? REINSTALL
            : `svcctl model pull ${quoted(name.replace(/^ggml-(.*)\.bin$/, 'whisper-$1'))}   # without internet: svcctl model import /media/usb`,
      }
    const fault = unproven(name, model)
    if (fault) return fault
    return { severity: 'ok', what: `${name}, ${proof(model)}` }
  },
}

export const largerModel: Check = {
  id: 'speech.larger-model',
  title: 'larger speech model',
  // After a probe, whose figure it rests on.
  alone: true,
  async run(host) {
    if (host.settings.speechEngine !== 'auto') return notUsed(host)
    const { speechModel: name } = host.settings
    if (name !== boxModel.file) return { severity: 'ok', what: `${name} was chosen` }
    const larger = await host.largerSpeechModel()
    if (larger === null)
      return { severity: 'ok', what: `${boxModel.name} is what this machine can carry` }
    return {
      severity: 'info',
      what: `${boxModel.name} is in use, and this machine can carry ${larger}.`,
      why: 'Whisper base writes many names of drugs wrongly; a larger model writes fewer words wrongly.',
      fix: 'svcctl model setup   # asks where from: a stick, or a download',
    }
  },
}

export const vadModel: Check = {
  id: 'speech.vad',
  title: 'voice activity',
  async run(host) {
    const { vadModel: path } = host.settings
    const facts = await host.path(path)
    if (facts?.kind === 'file' && facts.sizeBytes > 0)
      return { severity: 'ok', what: 'weights are there' }
    return {
      severity: 'error',
      what: `The voice-activity weights are not at ${path}.`,
      why: 'Without them silence would reach the recognizer, which invents text there; nothing is transcribed.',
      fix: path.includes('/node_modules/') ? 'npm ci' : 'svcctl config set vadModel --default',
    }
  },
}

export const textModel: Check = {
  id: 'documents.model',
  title: 'text model',
  async run(host) {
    const { generator, textModel: name } = host.settings
    if (generator === 'remote')
      return {
        severity: 'info',
        what: 'Documents are written by a server in your network; what its model is fit for is unproven.',
        why: 'Each document says so. Its facts can be counted beside those of the rules, on invented visits.',
        fix: 'svcctl eval',
      }
    if (generator === 'rules' || name === null)
      return {
        severity: 'info',
        what: 'Documents are written by rules, without a language model: sparse, and quoted only.',
        fix: 'svcctl model setup',
      }
    const model = await host.model(name)
    if (!model)
      return {
        severity: 'error',
        what: `The text model ${name} is not in ${host.settings.modelsDir}.`,
        why: 'No document can be written with it.',
        fix: 'svcctl model list --kind text   # then: svcctl model pull <name> && svcctl model use <name>',
      }
    return unproven(name, model) ?? fitnessFinding(name, model, generator)
  },
}

/** What documents a whole file is good for here (`svcctl model prove`). */
function fitnessFinding(
  file: string,
  model: ModelFacts,
  generator: 'auto' | 'llama',
): DoctorFinding {
  const { fitness } = model
  const what = `${file}, ${proof(model)}`
  const isNamed = generator === 'llama'
  if (fitness === 'write') return { severity: 'ok', what: `${what}; fit to write documents` }
  if (fitness === 'phrase' && !isNamed)
    return { severity: 'ok', what: `${what}; fit to phrase what rules put together` }
  const why = isNamed
    ? 'The setting generator names it all the same: its documents may be worse than those of the rules.'
    : 'Rules write the documents, without it.'
  if (fitness === null)
    return {
      severity: isNamed ? 'warning' : 'info',
      what: `${what}; unproven: nobody knows what it is fit for here.`,
      why,
      fix: `svcctl model prove ${quoted(model.name ?? file)}`,
    }
  return {
    severity: isNamed ? 'warning' : 'info',
    what: `${what}; ${fitness === 'phrase' ? 'fit to phrase, not to write documents' : 'not fit for documents'} here.`,
    why,
    fix: isNamed ? 'svcctl config set generator auto' : 'svcctl model list --kind text',
  }
}

/** A runtime is made again; an administrator's own is left to him, and ours taken instead. */
function rebuild({ settings: { speechBinary, runtimeDir } }: DoctorHost): string {
  return speechBinary === null
    ? `rm -r ${quoted(runtimeDir)} && svcctl doctor --fix`
    : 'svcctl config set speechBinary --default'
}

function dead(host: DoctorHost): DoctorFinding {
  return {
    severity: 'error',
    what: 'The speech engine does not start, or gives no answer to a clip of a few seconds.',
    why: 'Nothing is transcribed; sound is kept until it can be.',
    fix: rebuild(host),
  }
}

/** The model in the box comes with the program’s files. */
const REINSTALL =
  'git checkout -- ai-local/speech-model   # from a bundle or an image: install that again'

/** What is proven of the file, and by whom. */
function proof({ sha256, name }: ModelFacts): string {
  if (name !== null)
    return sha256 === null
      ? 'size as in the catalogue (--probe proves its SHA-256)'
      : 'SHA-256 as in the catalogue'
  const own = 'in no catalogue, so whoever imported it vouches for it'
  return sha256 === null
    ? `size as it was imported (--probe proves its SHA-256); ${own}`
    : `unchanged since it was imported; ${own}`
}

/** What is wrong with the file of a model; null when it is what it should be. */
function unproven(
  name: string,
  { path, name: known, sha256, expected }: ModelFacts,
): DoctorFinding | null {
  if (expected === null)
    return {
      severity: 'warning',
      what: `${name} is in no catalogue, and was not imported by svcctl.`,
      why: 'Nobody can tell whether it is whole, or what it is.',
      fix: `svcctl model import ${quoted(path)} --name own-model && svcctl model use own-model`,
    }
  if (sha256 === null || expected === sha256) return null
  return {
    severity: 'error',
    what: `${name} is damaged: its SHA-256 does not agree.`,
    why: 'A damaged model does not load, or understands wrongly.',
    fix: name === boxModel.file ? REINSTALL : `rm ${quoted(path)} && ${again(known)}`,
  }
}

/** How a model comes again. */
function again(known: string | null): string {
  return known === null ? 'svcctl model import /media/usb' : `svcctl model pull ${known}`
}

function notUsed({ settings: { speechEngine } }: DoctorHost): DoctorFinding {
  const what =
    speechEngine === 'off'
      ? 'speech is switched off'
      : 'speech is recognized by a server in your network'
  return { severity: 'info', what }
}
