// Own process: waits for an import before it declares tests.
/**
 * What the image is made of and how it is run, as files: what a build would only tell after
 * minutes, or an intruder later. No linter of Dockerfiles is on a registry that every developer
 * reaches.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { envOf, settingKeys } from '../../config/settings.ts'
import { readPlainYaml } from '../helpers/plain-yaml.ts'

const { UNUSED, unusedIn }: { UNUSED: string[]; unusedIn(modules: string): string[] } =
  await import(new URL('../../bin/trim-packages.mjs', import.meta.url).href)
const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(join(root, path), 'utf8')
const settings = new Set(settingKeys.map(envOf))

/** One instruction a line, without comments. */
const instructions = read('Dockerfile')
  .replace(/^#.*\n/gm, '')
  .replace(/\\\n\s*/g, '')
  .split('\n')
  .filter(Boolean)
const last = instructions.slice(instructions.findLastIndex((line) => line.startsWith('FROM')))
/** What comes into the image that runs, as paths of the tree. */
const taken = last
  .filter((line) => line.startsWith('COPY'))
  .flatMap((line) => line.split(' ').slice(2, -1))
  .map((path) => path.replace('/opt/svc/', ''))

test('the image runs as a number that is not root, with an init, a health check and one volume', (t) => {
  const one = (word: string) => last.filter((line) => line.startsWith(`${word} `))
  t.deepEqual(one('USER'), ['USER 10001:10001'])
  t.deepEqual(one('VOLUME'), ['VOLUME /data'])
  t.regex(one('ENTRYPOINT').join(), /tini/)
  t.is(one('HEALTHCHECK').length, 1)
  t.is(
    last.indexOf('USER 10001:10001') > last.findLastIndex((line) => /^(COPY|RUN)/.test(line)),
    true,
  )
})

test('its bases have versions, its packages come without lists and extras, and it brings no secrets', (t) => {
  for (const line of instructions) {
    if (line.startsWith('FROM')) t.regex(line, /^FROM [a-z]+:(?!latest)\S+/)
    if (line.includes('apt-get install')) {
      t.regex(line, /apt-get update .*--no-install-recommends.*rm -rf \/var\/lib\/apt\/lists/)
      t.notRegex(line, /\b(sudo|curl|wget)\b/)
    }
    t.notRegex(line, /^(ADD|MAINTAINER)\b/)
    t.notRegex(line, /(TOKEN|PASSWORD|SECRET|_KEY)\w*=/)
  }
})

test('the image that runs has no compiler, no package manager of Node, and settings that there are', (t) => {
  t.notRegex(last.join('\n'), /\b(g\+\+|cmake|make|python3|npm ci)\b/)
  t.regex(last[0]!, /^FROM debian:/)
  for (const [name] of last.join('\n').matchAll(/\bSVC_[A-Z_]+/g)) t.true(settings.has(name), name)
})

test('every file that is copied is there, or is made by the build', (t) => {
  const built = ['node_modules', 'runtime', 'dist', '/usr/local/bin/node']
  for (const path of taken.filter((one) => !built.includes(one)))
    t.true(existsSync(join(root, path)), path)
})

test('files that the program reads from its folder are copied into the image', (t) => {
  const places = readdirSync(join(root, 'bin'), { encoding: 'utf8' })
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) => [
      ...read(join('bin', file)).matchAll(/join\(\s*(?:platform\.)?installRoot,\s*'([^)]*)'/g),
    ])
    .map(([, words = '']) => words.split(/',\s*'/).join('/'))
  t.true(places.length > 8)
  // Offline bundles are made from a checkout.
  const ours = places.filter((place) => !/^(config\/bundle|package-lock\.json)/.test(place))
  const missing = ours.filter(
    (place) => !taken.some((path) => place === path || place.startsWith(`${path}/`)),
  )
  t.deepEqual(missing, [])
  t.true(taken.includes('package.json'), 'the version is read from it')
})

test('files that the image build removes from packages exist', (t) => {
  const found = unusedIn(join(root, 'node_modules'))
  // A part of what is compiled at the installation is not there where a ready binary was fetched.
  const perhaps = /^sqlite3\/build/
  for (const path of UNUSED.filter((one) => !perhaps.test(one))) {
    const [start = '', end = ''] = path.split('*')
    t.true(
      found.some((one) => one.includes(start) && one.endsWith(end)),
      `${path}: a new version of a package? See bin/trim-packages.mjs`,
    )
  }
})

test('no data of a running box, no key and no build output enters the image build', (t) => {
  const ignored = new Set(read('.dockerignore').split('\n'))
  for (const path of ['.git', 'node_modules', 'dist', 'runtime', 'data', 'shared', 'test'])
    t.true(ignored.has(path), path)
  for (const kind of ['sqlite*', 'pem', 'pfx', 'p12', 'key', 'log'])
    t.true(ignored.has(`**/*.${kind}`))
  t.false([...ignored].some((line) => line.startsWith('!')))
})

const compose = readPlainYaml(read('config/operations/container/compose.yaml')) as unknown as {
  services: Record<string, Service>
  volumes: object
  secrets: object
}
interface Service {
  image: string
  environment?: Record<string, string>
  ports?: string[]
  volumes: string[]
  secrets?: string[]
  user: string
  read_only: boolean
  tmpfs: string[]
  cap_drop: string[]
  security_opt: string[]
  mem_limit: string
  memswap_limit: string
  cpus: string
  pids_limit: number
  ulimits: Record<string, number>
  logging: { options: Record<string, string> }
  healthcheck?: { test: string }
  restart: string
  privileged?: boolean
  network_mode?: string
  profiles?: string[]
}

for (const [name, service] of Object.entries(compose.services)) {
  test(`compose: ${name} may no more than it must`, (t) => {
    t.true(service.read_only)
    t.deepEqual(service.cap_drop, ['ALL'])
    t.deepEqual(service.security_opt, ['no-new-privileges:true'])
    t.notRegex(service.user, /^(0|root)\b/)
    t.is(service.privileged, undefined)
    t.is(service.network_mode, undefined)
    for (const place of service.tmpfs) t.regex(place, /size=.*noexec,nosuid,nodev/)
    t.truthy(service.cpus)
    t.true(service.pids_limit > 0)
    t.is(service.mem_limit, service.memswap_limit)
    t.is(service.ulimits.core, 0)
    t.regex(service.logging.options['max-size'] ?? '', /^\d+m$/)
    t.true(Number(service.logging.options['max-file']) > 1)
    t.is(service.restart, 'unless-stopped')
  })

  test(`compose: ${name} names volumes, secrets and settings that there are`, (t) => {
    for (const volume of service.volumes) {
      const [source = ''] = volume.split(':')
      t.true(source.startsWith('$') || source in compose.volumes, volume)
    }
    for (const secret of service.secrets ?? []) t.true(secret in compose.secrets, secret)
    for (const variable of Object.keys(service.environment ?? {}))
      if (variable.startsWith('SVC_')) t.true(settings.has(variable), variable)
  })
}

test('compose: only the service is reached from outside, and only where the administrator says', (t) => {
  const { svc, ...others } = compose.services
  // biome-ignore lint/suspicious/noTemplateCurlyInString: compose fills it in
  t.deepEqual(svc?.ports, ['${LISTEN_ADDRESS:-127.0.0.1}:${LISTEN_PORT:-8080}:8080'])
  for (const other of Object.values(others)) {
    t.is(other.ports, undefined)
    t.is(other.profiles?.length, 1)
  }
  t.is(svc?.user, '10001:10001')
  t.regex(svc?.healthcheck?.test ?? '', /container-health\.mjs/)
  t.is(svc?.environment?.SVC_MASTER_KEY_PASSPHRASE_FILE, `/run/secrets/${svc?.secrets?.[0]}`)
})

test('compose: settings that are commented out are settings too', (t) => {
  const text = read('config/operations/container/compose.yaml')
  for (const [name] of text.matchAll(/\bSVC_[A-Z_]+/g)) t.true(settings.has(name), name)
})
