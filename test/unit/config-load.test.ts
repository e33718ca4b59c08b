import test from 'ava'
import fc from 'fast-check'
import { ConfigError } from '../../config/config-error.ts'
import { type ConfigInput, loadConfig } from '../../config/load-config.ts'
import { envOf, flagOf, settingKeys } from '../../config/settings.ts'

test('without anything set, the service listens on this machine only and keeps everything in ./data', (t) => {
  const { config, filePath, fileExists } = load({})

  t.like(config, {
    dataDir: '/srv/data',
    host: '127.0.0.1',
    port: 8080,
    publicUrl: 'http://127.0.0.1:8080',
    databaseUrl: 'sqlite:/srv/data/svc.sqlite',
    runtimeDir: '/opt/svc/runtime',
    demo: false,
  })
  t.is(filePath, '/srv/data/svc.config.json')
  t.false(fileExists)
})

test('a flag wins over the environment, which wins over the file, which wins over the default', (t) => {
  const file = { port: 1, host: 'file.example', logLevel: 'warn' }
  const { config, sources } = load({
    flags: { port: '3' },
    env: { SVC_PORT: '2', SVC_HOST: 'env.example' },
    files: { '/srv/data/svc.config.json': JSON.stringify(file) },
  })

  t.like(config, { port: 3, host: 'env.example', logLevel: 'warn' })
  t.like(sources, { port: 'flag', host: 'env', logLevel: 'file', demo: 'default' })
})

test('a value of an earlier version is read as what is meant by it now, and that is reported once', (t) => {
  const earlier = { SVC_SPEECH_MODEL: 'ggml-demo-pt.bin' }
  const { config, readAs } = load({ env: earlier })
  t.is(config.speechModel, 'ggml-base-q5_0.bin')
  t.deepEqual(readAs, [
    { key: 'speechModel', given: 'ggml-demo-pt.bin', value: 'ggml-base-q5_0.bin' },
  ])
  t.deepEqual(load({ env: earlier, flags: { speechModel: 'own.bin' } }).readAs, [])
  t.deepEqual(load({}).readAs, [])
})

test('a setting of an earlier version that has no meaning any more does no harm', (t) => {
  const files = { '/srv/data/svc.config.json': '{"speechRemotePrompt":"whisper"}' }
  t.notThrows(() => load({ files, env: { SVC_SPEECH_REMOTE_PROMPT: 'none' } }))
})

test('an empty variable counts as not set, as compose files leave them', (t) => {
  t.is(load({ env: { SVC_PORT: '' } }).config.port, 8080)
})

test('the public address follows host and port, and a browser can open it', (t) => {
  t.is(
    load({ env: { SVC_HOST: '0.0.0.0', SVC_PORT: '90' } }).config.publicUrl,
    'http://127.0.0.1:90',
  )
  t.is(load({ env: { SVC_HOST: '::1' } }).config.publicUrl, 'http://[::1]:8080')
  const tls = { SVC_TLS_CERTIFICATE_FILE: 'c.pem', SVC_TLS_KEY_FILE: 'k.pem' }
  t.is(load({ env: tls }).config.publicUrl, 'https://127.0.0.1:8080')
  t.regex(refused({ env: { SVC_TLS_KEY_FILE: 'k.pem' } }).message, /tlsCertificateFile is needed/)
  t.regex(refused({ env: { SVC_TLS_CERTIFICATE_FILE: 'c' } }).message, /tlsKeyFile is needed/)
})

test('a relative path starts where it was written: the working folder, or the file’s own', (t) => {
  const files = { '/etc/svc/own.json': '{"dataDir":"../../var/svc","runtimeDir":"bin"}' }
  const { config } = load({ flags: { config: '/etc/svc/own.json' }, files })
  t.is(config.dataDir, '/var/svc')
  t.is(config.runtimeDir, '/etc/svc/bin')
  t.is(config.databaseUrl, 'sqlite:/var/svc/svc.sqlite')
  t.is(load({ env: { SVC_DATA_DIR: 'elsewhere' } }).config.dataDir, '/srv/elsewhere')
})

test('all problems are reported at once, each with its place and the allowed values', (t) => {
  const error = refused({
    flags: { port: '70000' },
    env: { SVC_LOG_LEVEL: 'loud', SVC_POTR: '1' },
    files: { '/srv/data/svc.config.json': '{"demo":"yes","puplicUrl":"http://x"}' },
  })

  t.deepEqual(
    error.problems.map(({ where, problem }) => `${where} ${problem}`),
    [
      'SVC_POTR in the environment is not a setting; did you mean SVC_PORT?',
      'puplicUrl in /srv/data/svc.config.json is not a setting; did you mean publicUrl?',
      '--port is "70000"; allowed: a whole number from 0 to 65535',
      'SVC_LOG_LEVEL in the environment is "loud"; allowed: one of debug, info, warn, error, silent',
      'demo in /srv/data/svc.config.json is "yes"; allowed: true or false',
    ],
  )
})

test('an invalid value is reported even when a stronger source overrides it', (t) => {
  t.is(refused({ flags: { port: '1' }, env: { SVC_PORT: 'abc' } }).problems.length, 1)
})

test('a refused secret is not repeated in the message', (t) => {
  const error = refused({ env: { SVC_METRICS_TOKEN: 'short secret' } })
  t.notRegex(error.message, /short|secret/)
  t.regex(error.message, /SVC_METRICS_TOKEN .*16 to 200 characters/)
})

test('variables that Kubernetes sets for services named svc, svc-main and the like are no settings', (t) => {
  const env = {
    SVC_SERVICE_HOST: '10.0.0.1',
    SVC_SERVICE_PORT_HTTPS: '8443',
    SVC_PORT_8080_TCP: 'tcp://10.0.0.1:8080',
    SVC_MAIN_SERVICE_HOST: '10.0.0.2',
    SVC_MAIN_SERVICE_PORT: '8080',
    SVC_MAIN_2_PORT: 'tcp://10.0.0.2:8080',
    SVC_MAIN_2_PORT_8080_TCP_ADDR: '10.0.0.2',
  }
  t.notThrows(() => load({ env }))
  t.throws(() => load({ env: { ...env, SVC_MAIN_PORT: '8080' } }), { message: /SVC_MAIN_PORT/ })
  const port = load({ env: { ...env, SVC_PORT: 'tcp://10.0.0.1:8080' } })
  t.is(port.config.port, 8080)
  t.is(port.sources.port, 'default')
})

const refuses = test.macro({
  title: (_, what: string) => `${what} is refused`,
  exec(t, _what: string, input: Parts, expected: RegExp) {
    t.regex(refused(input).message, expected)
  },
})
const inFile = (text: string) => ({ files: { '/srv/data/svc.config.json': text } })
test(refuses, 'a file that is not JSON', inFile('{"port": 1'), /is not a JSON object/)
test(
  refuses,
  'a file with a comma too many',
  inFile('{\n  "port": 1,\n}\n'),
  /is not a JSON object: something is wrong in line 3, or before it/,
)
test(refuses, 'a file that is a list', inFile('[]'), /is not a JSON object/)
test(
  refuses,
  'a named file that is not there',
  { env: { SVC_CONFIG: '/no.json' } },
  /\/no\.json does not exist/,
)
test(
  refuses,
  'the data folder set inside the data folder',
  inFile('{"dataDir":"/x"}'),
  /cannot be set in the file/,
)
test(
  refuses,
  'a public address with a path of our own',
  { env: { SVC_PUBLIC_URL: 'https://h.example/api/' } },
  /choose another, such as/,
)
test(
  refuses,
  'an address with a password in it',
  { env: { SVC_SPEECH_REMOTE_URL: 'https://u:p@h.example' } },
  /an http\(s\) address/,
)
test(
  refuses,
  'a mirror that is no web address',
  { env: { SVC_MODEL_MIRROR: 'file:///x' } },
  /an http\(s\) address/,
)
test(
  refuses,
  'a database of an unknown kind',
  { env: { SVC_DATABASE_URL: 'mysql://h/x' } },
  /sqlite:.* or postgres:/,
)
test(
  refuses,
  'a default token life longer than the longest',
  { env: { SVC_SESSION_TOKEN_MAX_S: '1800' } },
  /longer than sessionTokenMaxS/,
)
test(
  refuses,
  'a remote recognizer without an address',
  { env: { SVC_SPEECH_ENGINE: 'remote' } },
  /speechRemoteUrl is needed/,
)
test(
  refuses,
  'a remote generator without an address',
  { env: { SVC_GENERATOR: 'remote' } },
  /generatorRemoteUrl is needed/,
)
test(refuses, 'llama without a model', { env: { SVC_GENERATOR: 'llama' } }, /textModel is needed/)

test('every setting has a flag and a variable of its own', (t) => {
  t.is(new Set(settingKeys.map(flagOf)).size, settingKeys.length)
  t.is(new Set(settingKeys.map(envOf)).size, settingKeys.length)
  t.is(flagOf('audioUploadMaxMiB'), '--audio-upload-max-mib')
  t.is(envOf('audioUploadMaxMiB'), 'SVC_AUDIO_UPLOAD_MAX_MIB')
})

test('whatever a file holds, the answer is a whole configuration or a ConfigError', (t) => {
  const key = fc.oneof(fc.constantFrom(...settingKeys), fc.string())
  fc.assert(
    fc.property(fc.dictionary(key, fc.jsonValue()), (values) => {
      try {
        const { config } = load(inFile(JSON.stringify(values)))
        t.is(Object.keys(config).length, settingKeys.length)
      } catch (error) {
        if (!(error instanceof ConfigError)) throw error
      }
    }),
  )
  t.pass()
})

type Parts = Partial<Pick<ConfigInput, 'flags' | 'env'>> & { files?: Record<string, string> }

function load({ flags = {}, env = {}, files = {} }: Parts) {
  return loadConfig({
    flags,
    env,
    cwd: '/srv',
    installRoot: '/opt/svc',
    readFile: (path) => files[path],
  })
}

function refused(parts: Parts): ConfigError {
  try {
    load(parts)
  } catch (error) {
    if (error instanceof ConfigError) return error
    throw error
  }
  throw new Error('accepted')
}
