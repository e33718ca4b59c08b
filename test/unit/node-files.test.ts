/**
 * Files for several servers (config/operations/nodes): what they name is there, and each of the
 * servers has what is its own and what is everybody's. The balancers' are tried in
 * test/http/balancers.test.ts.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import test from 'ava'
import { envOf, settingKeys } from '../../config/settings.ts'
import { readPlainYaml } from '../helpers/plain-yaml.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string) => readFileSync(`${root}${path}`, 'utf8')
const settings = new Set(settingKeys.map(envOf))
const health = read('api/pages/health.ts')

interface Service {
  environment?: Record<string, string>
  volumes: string[]
  secrets?: string[]
  ports?: string[]
  depends_on?: string[]
  read_only: boolean
  cap_drop: string[]
  security_opt: string[]
  user: string
  mem_limit: string
  memswap_limit: string
  ulimits: Record<string, number>
}

const compose = readPlainYaml(read('config/operations/nodes/compose.yaml')) as unknown as {
  services: Record<string, Service>
  volumes: object
  secrets: object
}
const nodes = Object.entries(compose.services).filter(([name]) => name.startsWith('svc-'))

test('compose of several servers: each may no more than it must, and names what there is', (t) => {
  for (const [name, service] of Object.entries(compose.services)) {
    t.true(service.read_only, name)
    t.deepEqual(service.cap_drop, ['ALL'], name)
    t.deepEqual(service.security_opt, ['no-new-privileges:true'], name)
    t.notRegex(service.user, /^(0|root)\b/)
    t.is(service.mem_limit, service.memswap_limit)
    t.is(service.ulimits.core, 0)
    for (const volume of service.volumes) {
      const [source = ''] = volume.split(':')
      t.true(source.startsWith('$') || source in compose.volumes, volume)
    }
    for (const secret of service.secrets ?? []) t.true(secret in compose.secrets, secret)
    for (const other of service.depends_on ?? []) t.true(other in compose.services, other)
    for (const variable of Object.keys(service.environment ?? {}))
      if (variable.startsWith('SVC_')) t.true(settings.has(variable), variable)
  }
})

test('compose of several servers: they share data and database, and nothing else', (t) => {
  t.is(nodes.length, 2)
  const [one, other] = nodes.map(([, service]) => service)
  t.deepEqual(one?.environment, other?.environment)
  const volumeAt = (service: Service | undefined, setting: string) =>
    service?.volumes.find((volume) => volume.endsWith(`:${service.environment?.[setting]}`))
  t.truthy(volumeAt(one, 'SVC_DATA_DIR'))
  t.is(volumeAt(one, 'SVC_DATA_DIR'), volumeAt(other, 'SVC_DATA_DIR'))
  t.truthy(volumeAt(one, 'SVC_NODE_DIR'))
  t.not(volumeAt(one, 'SVC_NODE_DIR'), volumeAt(other, 'SVC_NODE_DIR'))
  for (const [name, { ports }] of Object.entries(compose.services))
    t.is(ports?.length, name === 'balancer' ? 1 : undefined, name)
})

// biome-ignore lint/suspicious/noExplicitAny: a test says what it expects to find
type Manifest = any

const manifests = read('config/operations/nodes/kubernetes.yaml')
  .split(/^---$/m)
  .map((text) => readPlainYaml(text) as Manifest)
const kind = (name: string): Manifest => manifests.find((one) => one.kind === name)
const pod = kind('StatefulSet').spec.template
const [container] = pod.spec.containers

test('manifest: settings, ports, paths of probes, volumes and labels are those that there are', (t) => {
  const named = [
    ...Object.keys(kind('ConfigMap').data),
    ...container.env.map((one: Manifest) => one.name),
  ]
  for (const name of named) t.true(settings.has(name), name)
  t.is(Number(kind('ConfigMap').data.SVC_PORT), container.ports[0].containerPort)
  for (const probe of ['startupProbe', 'livenessProbe', 'readinessProbe']) {
    t.true(health.includes(`.get('${container[probe].httpGet.path}'`), probe)
    t.is(container[probe].httpGet.port, container.ports[0].name)
  }
  t.is(kind('Service').spec.ports[0].targetPort, container.ports[0].name)
  const volumes = [
    ...pod.spec.volumes.map((one: Manifest) => one.name),
    ...kind('StatefulSet').spec.volumeClaimTemplates.map((one: Manifest) => one.metadata.name),
  ]
  const mounts: { name: string; mountPath: string }[] = container.volumeMounts
  t.deepEqual(mounts.map(({ name }) => name).sort(), volumes.sort())
  const claim = pod.spec.volumes.find((one: Manifest) => one.persistentVolumeClaim)
  t.is(claim.persistentVolumeClaim.claimName, kind('PersistentVolumeClaim').metadata.name)
  t.is(container.envFrom[0].configMapRef.name, kind('ConfigMap').metadata.name)
  const { matchLabels } = kind('StatefulSet').spec.selector
  t.deepEqual(pod.metadata.labels, matchLabels)
  t.deepEqual(kind('Service').spec.selector, matchLabels)
  t.deepEqual(kind('PodDisruptionBudget').spec.selector.matchLabels, matchLabels)
  t.is(kind('StatefulSet').spec.serviceName, kind('Service').metadata.name)
})

test('manifest: data are shared, the folder of a node is its own, and what is written lies in volumes', (t) => {
  const { SVC_DATA_DIR, SVC_NODE_DIR, SVC_MASTER_KEY_PASSPHRASE_FILE } = kind('ConfigMap').data
  const mountAt = (path: string) =>
    container.volumeMounts.find((one: Manifest) => one.mountPath === path)?.name
  t.is(mountAt(SVC_DATA_DIR), 'data')
  t.deepEqual(kind('PersistentVolumeClaim').spec.accessModes, ['ReadWriteMany'])
  const [own] = kind('StatefulSet').spec.volumeClaimTemplates
  t.is(mountAt(SVC_NODE_DIR), own.metadata.name)
  t.deepEqual(own.spec.accessModes, ['ReadWriteOnce'])
  const secret = container.volumeMounts.find((one: Manifest) => one.name === 'secret').mountPath
  const files = pod.spec.volumes.find((one: Manifest) => one.secret).secret.items
  t.is(SVC_MASTER_KEY_PASSPHRASE_FILE, `${secret}/${files[0].path}`)
  // By decimal, since YAML of Kubernetes takes octal numbers and JSON does not.
  t.is(pod.spec.volumes.find((one: Manifest) => one.secret).secret.defaultMode, 0o440)
  t.is(pod.spec.securityContext.runAsUser, 10_001)
  t.true(pod.spec.securityContext.runAsNonRoot)
  t.like(container.securityContext, {
    readOnlyRootFilesystem: true,
    allowPrivilegeEscalation: false,
  })
  t.deepEqual(container.securityContext.capabilities.drop, ['ALL'])
})
