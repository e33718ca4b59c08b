/**
 * What is changed in whisper.cpp's sources before they are compiled: a bound that its model reader
 * lacks (a model file could write past an array on the stack; mended upstream by whisper.cpp's pull
 * request 3957, which no released version holds), a Unix socket to answer on, no door through which
 * another model is loaded, and a table of what is said in consultations. Digests before and after
 * hold each file to what was reviewed.
 */
import { createHash } from 'node:crypto'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { AppError } from '../../core/errors.ts'
import { NGRAM_SOURCE } from './ngrams/ngram-source.ts'

/** Part of the runtime's version: a runtime with other changes is compiled again. */
export const PATCH_LEVEL = 'patch2'

export interface SourcePatch {
  /** Below the folder of the sources. */
  file: string
  /** SHA-256 of the file as it comes, and as it is compiled. */
  before: string
  after: string
  edits: readonly Edit[]
}

interface Edit {
  find: string
  put: string
  times: number
}

const TENSOR_SHAPE =
  '            int32_t nelements = 1;\n            int32_t ne[4] = { 1, 1, 1, 1 };\n'
const TENSOR_SIZE = '                nelements *= ne[i];\n'

/** `return {}` is false where a model is read, and null where one for voice activity is. */
const boundedTensors = (times: number): readonly Edit[] => [
  {
    find: TENSOR_SHAPE,
    put: `            if (n_dims < 1 || n_dims > 4 || length < 1 || length > 256 || ttype < 0 || ttype >= GGML_TYPE_COUNT) {
                WHISPER_LOG_ERROR("%s: invalid tensor header in model file\\n", __func__);
                return {};
            }

${TENSOR_SHAPE}`,
    times,
  },
  {
    find: TENSOR_SIZE,
    put: `                if (ne[i] < 1 || ne[i] > INT32_MAX / nelements) {
                    WHISPER_LOG_ERROR("%s: invalid tensor shape in model file\\n", __func__);
                    return {};
                }
${TENSOR_SIZE}`,
    times,
  },
]

export const SERVER_PATCHES: readonly SourcePatch[] = [
  {
    file: 'src/whisper.cpp',
    before: 'a884ff3eb3bbf7558958c4d06a299cd8d97d87a7d5c7aac9138b8ff6a2ef04d7',
    after: '3cdc52d472fb31c5f56a59dfa5e22b4b24be60df88a0cbba7515e5302da459a3',
    edits: boundedTensors(2),
  },
  {
    file: 'examples/server/server.cpp',
    before: '4edae36f55e3a751583cd2dfe32bb5b5516cf59a3c137254f08c7ac0bd3f5d59',
    after: '9fa20f9fa35003cbc193074a54a4c69263f2f7751a7739d0dfd044996fc98aaa',
    edits: [
      {
        find: '    svr->Post(sparams.request_path + "/load", [&]',
        put: '    [[maybe_unused]] const auto load_is_no_route = ([&]',
        times: 1,
      },
      {
        find: '    if (!svr->bind_to_port(sparams.hostname, sparams.port))\n',
        put: `    // a path in the place of a host is a Unix socket
    if (!sparams.hostname.empty() && sparams.hostname[0] == '/') {
        svr->set_address_family(AF_UNIX);
    }

    if (!svr->bind_to_port(sparams.hostname, sparams.port))
`,
        times: 1,
      },
      {
        find: 'struct server_params\n{',
        put: `${NGRAM_SOURCE}
struct server_params
{`,
        times: 1,
      },
      {
        find: '        else if (arg == "-l"     ||',
        put: `        else if (arg == "--ngrams") { ngrams.load(argv[++i]); }
        else if (arg == "-l"     ||`,
        times: 1,
      },
      {
        find: '            wparams.no_context       = params.no_context;\n',
        put: `            wparams.no_context       = params.no_context;

            // they are of talk in Portuguese
            if (ngrams.n > 0 && params.language == "pt") {
                wparams.logits_filter_callback = [](whisper_context * ctx, whisper_state *,
                        const whisper_token_data * tokens, int n_tokens, float * logits, void *) {
                    ngrams.shift(whisper_token_eot(ctx), tokens, n_tokens, logits);
                };
            }
`,
        times: 1,
      },
    ],
  },
]

export const MAIN_PATCHES: readonly SourcePatch[] = [
  {
    file: 'whisper.cpp',
    before: 'a9098279e69ed403e931544f8ba9d2f1e21ed1257bc72f79e2ce9b183c76b26d',
    after: 'e294baf31df38c253c8e0c5cf84748c04ebdf3cccbb032549706c9a023d1a895',
    edits: boundedTensors(1),
  },
]

/**
 * Changes the sources in this folder, a copy. @throws {AppError} `speech_sources_unknown` where a
 * file is not the one that was reviewed; nothing is compiled then
 */
export async function patchSources(folder: string, patches: readonly SourcePatch[]): Promise<void> {
  for (const { file, before, after, edits } of patches) {
    const path = join(folder, file)
    const source = await readFile(path, 'utf8').catch(() => '')
    if (digestOf(source) !== before) throw unknownSources(file)
    const changed = edits.reduce(applyEdit, source)
    if (digestOf(changed) !== after) throw unknownSources(file)
    // A package's files may be read-only, and so is their copy.
    await rm(path)
    await writeFile(path, changed)
  }
}

function applyEdit(source: string, { find, put, times }: Edit): string {
  const parts = source.split(find)
  return parts.length === times + 1 ? parts.join(put) : source
}

const digestOf = (source: string) => createHash('sha256').update(source).digest('hex')

function unknownSources(file: string): AppError {
  return new AppError(
    'unavailable',
    'speech_sources_unknown',
    'O código-fonte do reconhecimento de fala neste servidor não é o desta versão; nada foi compilado. O administrador precisa instalar o programa de novo.',
    { details: [{ file, issue: 'not the reviewed source' }] },
  )
}
