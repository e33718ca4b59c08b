/** The administrator's side of the browser extension: the switch, codes, devices, the policy. */
import test from 'ava'
import { openAdmin } from '../../bin/open-admin.ts'
import { platform } from '../../bin/platform.ts'
import { loadConfig } from '../../config/load-config.ts'
import { buildCli } from '../helpers/cli.ts'
import { deviceKey } from '../helpers/extension-device.ts'

async function prepared(t: Parameters<typeof buildCli>[0]) {
  const cli = await buildCli(t)
  await cli.run(['init', '--org', 'Hospital'])
  await cli.run(['user', 'add', 'Clara Azevedo'])
  return cli
}

test('off as shipped: no code before the organization allows the extension', async (t) => {
  const { run } = await prepared(t)
  const refused = await run(['user', 'invite', 'Clara Azevedo', '--json'])
  t.not(refused.code, 0)
  t.regex(refused.stderr + refused.stdout, /extension_disabled/)
  const on = await run(['org', 'extension', 'Hospital', 'on', '--capture', 'off', '--json'])
  t.deepEqual(on.json.extension, {
    enabled: true,
    fill: true,
    capture: false,
    lock_minutes: 10,
    idle_days: 90,
  })
  const numbers = ['--lock', '3', '--idle', '30']
  const off = await run(['org', 'extension', 'Hospital', 'off', ...numbers, '--json'])
  const kept = { fill: true, capture: false, lock_minutes: 3, idle_days: 30 }
  t.deepEqual(off.json.extension, { enabled: false, ...kept })
  for (const flag of ['--lock', '--idle'])
    t.not((await run(['org', 'extension', 'Hospital', 'on', flag, 'x'])).code, 0)
})

test('a code signs one device in, which is listed and ended; none of it holds a secret', async (t) => {
  const { run, dataDir } = await prepared(t)
  await run(['org', 'extension', 'Hospital', 'on'])
  const first = (await run(['user', 'invite', 'Clara Azevedo', '--json'])).json
  const second = (await run(['user', 'invite', 'clara azevedo', '--hours', '2', '--json'])).json
  t.regex(second.code, /^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  t.true(second.link.endsWith(`/extension#code=${second.code}`))
  const left = Date.parse(second.expires_at) - Date.now()
  t.true(left > 7_100_000 && left <= 7_200_000)

  const machine = platform()
  const { config } = loadConfig({
    flags: {},
    env: { SVC_DATA_DIR: dataDir },
    cwd: dataDir,
    installRoot: machine.installRoot,
    readFile: () => undefined,
  })
  await using admin = await openAdmin(config, machine)
  const { devices } = admin.access
  const input = { deviceName: 'Chrome, sala 3', publicKey: deviceKey().publicKey }
  await t.throwsAsync(devices.signIn({ ...input, code: first.code }), { code: 'code_invalid' })
  const { device } = await devices.signIn({ ...input, code: second.code })

  const listed = (await run(['user', 'devices', 'Clara Azevedo', '--json'])).json.devices
  t.like(listed, [{ id: device.id, name: 'Chrome, sala 3', state: 'active' }])
  t.deepEqual(
    Object.keys(listed[0]).filter((name) => /token|digest|thumb/.test(name)),
    [],
  )
  const revoked = await run(['user', 'devices', 'revoke', device.id.slice(0, 8), '--yes', '--json'])
  t.like(revoked.json, { id: device.id, state: 'ended', ended_because: 'administrator' })
  t.regex((await run(['user', 'devices'])).stdout, /ended: administrator/)
  const acts = (await run(['audit', 'tail', '--json'])).stdout
  for (const act of ['user.invited', 'device.revoked', 'organization.changed'])
    t.true(acts.includes(act), act)
  t.false(acts.includes(second.code))
})

test('hours that no code may live are refused', async (t) => {
  const { run } = await prepared(t)
  await run(['org', 'extension', 'Hospital', 'on'])
  for (const hours of ['0', '169', 'x', '1.5'])
    t.not((await run(['user', 'invite', 'Clara Azevedo', '--hours', hours])).code, 0, hours)
})

test('the policy names the same extension each time, with our address', async (t) => {
  const { run } = await prepared(t)
  await run(['config', 'set', 'publicUrl', 'https://svc.hospital.example/assistente/'])
  const { id, update_url } = (await run(['extension', 'policy', '--json'])).json
  t.regex(id, /^[a-p]{32}$/)
  t.is(update_url, 'https://svc.hospital.example/assistente/extension/updates.xml')
  const linux = JSON.parse((await run(['extension', 'policy', '--format', 'linux'])).stdout)
  t.deepEqual(linux.ExtensionInstallForcelist, [`${id};${update_url}`])
  t.is(linux['3rdparty'].extensions[id].address, 'https://svc.hospital.example/assistente')
  const windows = (await run(['extension', 'policy', '--format', 'windows'])).stdout
  t.true(windows.includes(`[HKEY_LOCAL_MACHINE\\SOFTWARE\\Policies\\Google\\Chrome`))
  t.true(windows.includes(`"1"="${id};${update_url}"`))
  t.true((await run(['extension', 'policy'])).stdout.includes(id))
})
