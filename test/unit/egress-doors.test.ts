/**
 * Where the product could open a connection, and who asks for it; which packages run something when
 * they are installed. A new one is named here, or it does not get in.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import test from 'ava'

const root = fileURLToPath(new URL('../..', import.meta.url))

const DOORS: Record<string, string> = {
  'ai-local/model-files/http-source.ts': 'svcctl model pull, from the mirror that is configured',
  'ai-local/remote/remote-connection.ts':
    'servers for speech and documents, once they are configured',
  'ai-local/whisper/socket-http.ts': 'the recognizer, over a Unix socket',
  'api/identity-provider/openid-provider.ts':
    'signing in by the identity provider of the hospital, once it is configured',
  'api/rnds-client/exchange.ts': 'the national network, once profile and certificate are set',
  'models/database/postgres-lines.ts': 'the database, where it is PostgreSQL',
  'models/store/s3-store.ts': 'the store of sound and files, once one is configured',
  'api/webhook-client/send-webhook.ts': 'webhooks, once an administrator makes one',
  'bin/tools/demo/rnds/product.ts': "the demonstration's own service, on the loopback",
  'bin/ask-server.ts': 'svcctl status, the service of this machine',
  'bin/bundle/try.ts': 'a trial of an offline bundle, on the loopback',
  'bin/container-health.mjs': 'the health check of the container, on the loopback',
  'bin/doctor/addresses.ts': 'svcctl doctor, names of pages that hosts are allowed to be',
  'bin/doctor/public-probe.ts': 'svcctl doctor --probe, the public address of this service',
  'bin/doctor/rnds.ts': 'svcctl doctor --probe, the hosts of the network once it is configured',
  'bin/doctor/sound-path.ts': 'svcctl doctor --probe, the recognizer, on the loopback',
  'bin/doctor/probes.ts': "svcctl doctor, whether the service's port is taken",
  'bin/tools/conformance/items.ts':
    'npm run conformance, the installation at the address that is given',
  'bin/tools/host-test/host-test.ts': 'svcctl host test, a browser on the page that is asked for',
  'bin/tools/site-rule/try-rule.ts': 'svcctl extension rule --page, a browser on that page',
}

const CLIENTS =
  /\bfetch\(|import\('(?:playwright-core|undici|@aws-sdk\/client-s3)'\)|from '(?:undici|https-proxy-agent|node:dgram|node:dns(?:\/promises)?)'|new WebSocket\(/
const IMPORTS = /import \{([^}]*)\} from 'node:(?:https?|http2|net|tls)'/g
const OPENERS = new Set(['request', 'get', 'Agent', 'connect', 'createConnection', 'Socket'])

function opensConnections(source: string): boolean {
  const names = [...source.matchAll(IMPORTS)]
    .flatMap(([, list = '']) => list.split(','))
    .map((name) => name.trim())
    .filter((name) => !name.startsWith('type '))
    .map((name) => name.split(' as ')[0] ?? '')
  return CLIENTS.test(source) || names.some((name) => OPENERS.has(name))
}

test('connections are opened in few places, each for somebody who asked', (t) => {
  const files = ['bin', 'core', 'models', 'ai-local', 'api', 'cli', 'config'].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(folder, file))
      // What runs in a browser asks the service it came from: its policy lets it ask nobody else.
      .filter(
        (file) =>
          /\.(ts|mjs)$/.test(file) &&
          !/^bin\/tools\/(demo\/(page|hosts)|host-test\/probe)\//.test(file),
      ),
  )
  const doors = files.filter((file) => opensConnections(readFileSync(join(root, file), 'utf8')))
  t.true(doors.length > 5)
  t.deepEqual(
    doors.filter((file) => !(file in DOORS)),
    [],
    'a new way out: say above who asks for it',
  )
})

test('a way out would be noticed', (t) => {
  for (const source of [
    "const { ok } = await fetch('https://telemetry.example')",
    "import { type IncomingMessage, request as ask } from 'node:https'",
    "import { connect } from 'node:tls'",
    "import { createSocket } from 'node:dgram'",
  ])
    t.true(opensConnections(source), source)
  t.false(opensConnections("import { createServer, type Socket } from 'node:net'"))
})

interface Lock {
  packages: Record<string, { dev?: boolean; hasInstallScript?: boolean }>
}

test('installed packages run what is allowed by name, and none is there to report home', (t) => {
  const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'))
  const { packages } = read('package-lock.json') as Lock
  const shipped = Object.entries(packages).filter(([path, { dev }]) => path && !dev)
  const name = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13)
  t.deepEqual(
    shipped.filter(([, { hasInstallScript }]) => hasInstallScript).map(([path]) => name(path)),
    Object.keys(read('package.json').allowScripts),
  )
  const reporters =
    /^(update-notifier|update-check|configstore|insight|universal-analytics|posthog.*|mixpanel|analytics-node|newrelic|dd-trace|applicationinsights|@sentry\/.*|@segment\/.*|@opentelemetry\/exporter.*)$/
  t.deepEqual(
    shipped.map(([path]) => name(path)).filter((one) => reporters.test(one)),
    [],
  )
})
