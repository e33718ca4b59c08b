import test from 'ava'
import { localNetwork, permissionNames } from '../../../plugin/services/local-network.ts'
import { connectionTrouble } from '../../../plugin/state/connection-trouble.ts'

const PAGE = 'https://ehr.cloud.example'
const BOX = 'https://appliance.hospital'

/** A browser that knows these permissions, and what it is told to answer. */
function browser(known: Record<string, string>) {
  const listeners: (() => void)[] = []
  return {
    permissions: {
      async query({ name }: { name: string }) {
        if (!(name in known)) throw new TypeError(`'${name}' is not a valid value`)
        return {
          get state() {
            return known[name]!
          },
          addEventListener: (_: 'change', one: () => void) => listeners.push(one),
        }
      },
    },
    /** The news of it comes later than the first refusal unless it is `told`. */
    decide(name: string, state: string, told = true) {
      known[name] = state
      if (!told) return
      for (const listener of listeners) listener()
    },
  }
}

const network = (known: Record<string, string>, pageOrigin = PAGE) => {
  const { permissions, decide } = browser(known)
  return Object.assign(localNetwork({ origin: BOX, pageOrigin, permissions }), { decide })
}

test('the permission is asked for by the kind of address, under its older name too', (t) => {
  for (const box of ['https://127.0.0.1:8443', 'http://localhost:8080', 'http://[::1]:80'])
    t.deepEqual(permissionNames(box), ['loopback-network', 'local-network-access'], box)
  for (const box of [BOX, 'https://10.1.2.3', 'https://127.hospital', 'https://localhost.hospital'])
    t.deepEqual(permissionNames(box), ['local-network', 'local-network-access'], box)
})

test('a browser is named only while it denies, and never for what got through in spite of it', async (t) => {
  const open = network({ 'local-network': 'granted', 'loopback-network': 'denied' })
  t.false(await open.blocks('request'))
  open.decide('local-network', 'denied')
  t.true(await open.blocks('request'))
  t.true(await open.blocks('channel'))
  open.attempt('request')()
  t.false(await open.blocks('request'))
  t.true(await open.blocks('channel'))
  // Tried before the doctor decided anew: what got through then says nothing of now.
  const early = open.attempt('request')
  open.decide('local-network', 'granted')
  open.decide('local-network', 'denied')
  early()
  t.true(await open.blocks('request'))
})

test('a denial counts before the browser tells of it', async (t) => {
  const open = network({ 'local-network': 'granted' })
  t.false(await open.blocks('request'))
  open.attempt('request')()
  open.decide('local-network', 'denied', false)
  t.true(await open.blocks('request'))
})

test('what was denied when the script arrived keeps no request away: it came from there', async (t) => {
  const denied = network({ 'local-network': 'denied' })
  t.false(await denied.blocks('request'))
  t.true(await denied.blocks('channel'))
})

test('browsers that know one name, or none, and the appliance’s own pages', async (t) => {
  const older = network({ 'local-network-access': 'prompt' })
  t.false(await older.blocks('request'))
  t.true(older.mayAsk)
  older.decide('local-network-access', 'denied')
  t.true(await older.blocks('request'))
  t.false(await network({}).blocks('channel'))
  const own = network({ 'local-network': 'denied' }, BOX)
  t.false(await own.blocks('channel'))
  const none = localNetwork({ origin: BOX, pageOrigin: PAGE, permissions: undefined })
  t.false(await none.blocks('request'))
})

test('sockets that fail beside requests that work are told from a network that is down, and from a restart', async (t) => {
  let answers = true
  let isBlocked = false
  let asked = 0
  const trouble = connectionTrouble({
    network: { blocks: async () => isBlocked },
    async ask() {
      asked++
      if (!answers) throw new Error('down')
    },
    changed() {},
  })
  const kinds: (string | undefined)[] = []
  const fail = async () => {
    await trouble.failed()
    kinds.push(trouble.kind)
  }
  for (let i = 0; i < 4; i++) await fail()
  t.deepEqual(kinds, [undefined, undefined, undefined, 'channel'])
  answers = false
  await fail()
  t.is(trouble.kind, undefined)
  trouble.over()
  asked = 0
  await fail()
  await fail()
  t.is(asked, 0)
  isBlocked = true
  await fail()
  t.is(trouble.kind, 'local_network')
  isBlocked = false
  await fail()
  t.is(trouble.kind, undefined)
})
