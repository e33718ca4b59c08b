import test from 'ava'
import type { PatchSegmentBody, Segment } from '../../../core/contract/api.ts'
import { type ApiClient, ApiError } from '../../../plugin/services/api-client.ts'
import { transcript } from '../../../plugin/state/transcript.ts'
import { transcriptEdit } from '../../../plugin/state/transcript-edit.ts'

function line(id: string, text: string, startS = 0, endS = 5): Segment {
  return {
    id,
    sequence: 0,
    start_ms: startS * 1000,
    end_ms: endS * 1000,
    start_time: '00m 00s',
    text,
    channel: 'mic',
    speaker: null,
    confidence: 0.9,
    final: false,
  }
}

/** A server that keeps lines; `offline` makes it unreachable. */
function world(...lines: Segment[]) {
  const stored = new Map(lines.map((one) => [one.id, one]))
  const sent: PatchSegmentBody[] = []
  const told: string[] = []
  let offline = false
  const words = transcript(() => told.push(words.segments.map(({ text }) => text).join('|')))
  words.restore(lines, false)
  const request = async ({
    method,
    path,
    body,
  }: {
    method: string
    path: string
    body?: unknown
  }) => {
    if (offline) throw new ApiError(0, { error: 'network', message: '' }, null)
    if (method === 'GET')
      return { status: 200, body: { transcriptions: [...stored.values()], finished: false } }
    const known = stored.get(path.split('/').at(-1) ?? '')
    const change = body as PatchSegmentBody
    if (!known) throw new ApiError(404, { error: 'not_found', message: '' }, null)
    if (change.was !== undefined && change.was !== known.text)
      throw new ApiError(409, { error: 'segment_changed', message: '' }, null)
    sent.push(change)
    const earlier = [...(known.earlier ?? []), { text: known.text, until: '2026-01-01T00:00:00Z' }]
    const { not_understood: _, ...understood } = known
    const said = change.text === undefined ? known : { ...understood, text: change.text }
    const next = { ...said, edited: true as const, earlier }
    stored.set(known.id, next)
    return { status: 200, body: next }
  }
  const edit = transcriptEdit({
    api: { request } as unknown as ApiClient,
    ehrId: () => 'e',
    transcript: words,
    changed() {},
    onSaved() {},
  })
  return {
    words,
    edit,
    sent,
    told,
    stored,
    setOffline(next: boolean) {
      offline = next
    },
    /** The server's transcript is another one, as the final pass makes it. */
    replace(...next: Segment[]) {
      stored.clear()
      for (const one of next) stored.set(one.id, one)
      words.onServerMessage({ type: 'transcription.replaced', segments: next })
      edit.follow()
    },
  }
}

test('a correction is sent with the text that the doctor saw, and reported once', async (t) => {
  const { edit, sent, told, words } = world(line('a', 'dor de cabessa'))
  await edit.begin(words.segments[0]!)
  edit.write(' dor de\ncabeça ')
  t.true(await edit.save())
  t.deepEqual(sent, [{ text: 'dor de cabeça', was: 'dor de cabessa' }])
  t.deepEqual(told, ['dor de cabeça'])
  t.is(edit.segment, undefined)
  words.onServerMessage({ type: 'transcription.segments', segments: [...words.segments] })
  t.is(told.length, 1)
})

test('an unchanged text is not sent', async (t) => {
  const { edit, sent, words } = world(line('a', 'bom dia'))
  await edit.begin(words.segments[0]!)
  t.true(await edit.save())
  t.deepEqual(sent, [])
})

test('a line that grew meanwhile is shown before it is replaced', async (t) => {
  const { edit, sent, words, replace } = world(line('a', 'dor de cabessa'))
  await edit.begin(words.segments[0]!)
  edit.write('dor de cabeça')
  replace(line('a', 'dor de cabessa há três dias', 0, 8))
  t.is(edit.state, 'changed')
  t.is(edit.segment?.text, 'dor de cabessa há três dias')
  t.is(edit.draft, 'dor de cabeça')
  edit.write('dor de cabeça há três dias')
  t.true(await edit.save())
  t.is(sent[0]?.was, 'dor de cabessa há três dias')
})

test('a line that grew before its doctor wrote anything simply grows', async (t) => {
  const { edit, words, replace } = world(line('a', 'dor'))
  await edit.begin(words.segments[0]!)
  replace(line('a', 'dor de cabeça'))
  t.is(edit.draft, 'dor de cabeça')
  t.is(edit.state, 'writing')
})

test('the final pass takes the line away: the words go on in the one in its place', async (t) => {
  const { edit, words, replace } = world(line('a', 'dor de cabessa', 10, 14))
  await edit.begin(words.segments[0]!)
  edit.write('dor de cabeça')
  replace(
    line('x', 'bom dia', 0, 10),
    line('y', 'Dor de cabesa.', 10, 15),
    line('z', 'sim', 15, 16),
  )
  t.is(edit.segment?.id, 'y')
  t.is(edit.state, 'changed')
  t.true(await edit.save())
  t.is(words.find('y')?.text, 'dor de cabeça')
})

test('a line with nothing in its place keeps what was written, and saves nothing elsewhere', async (t) => {
  const { edit, words, replace, sent } = world(line('a', 'dor', 10, 14))
  await edit.begin(words.segments[0]!)
  edit.write('dor forte')
  replace(line('x', 'bom dia', 0, 5))
  t.is(edit.state, 'gone')
  t.is(edit.draft, 'dor forte')
  t.false(await edit.save())
  t.deepEqual(sent, [])
})

test('after a refusal the page shows the newer text of the server', async (t) => {
  const { edit, words, stored } = world(line('a', 'dor'))
  await edit.begin(words.segments[0]!)
  edit.write('dor forte')
  stored.set('a', line('a', 'dor de dente'))
  t.false(await edit.save())
  t.is(edit.state, 'changed')
  t.is(edit.segment?.text, 'dor de dente')
  t.true(await edit.save())
  t.is(words.find('a')?.text, 'dor forte')
})

test('without a connection the words stay, and the next try saves them', async (t) => {
  const { edit, words, setOffline } = world(line('a', 'dor'))
  await edit.begin(words.segments[0]!)
  edit.write('dor forte')
  setOffline(true)
  t.false(await edit.save())
  t.is(edit.state, 'failed')
  t.is(edit.draft, 'dor forte')
  setOffline(false)
  t.true(await edit.save())
})

test('another line may be begun only when the first is saved', async (t) => {
  const { edit, words, setOffline } = world(line('a', 'um', 0, 5), line('b', 'dois', 5, 9))
  await edit.begin(words.find('a')!)
  edit.write('uma')
  setOffline(true)
  await edit.begin(words.find('b')!)
  t.is(edit.segment?.id, 'a')
  setOffline(false)
  await edit.begin(words.find('b')!)
  t.is(edit.segment?.id, 'b')
  t.is(words.find('a')?.text, 'uma')
})

test('undoing a correction writes the recognized words', async (t) => {
  const { edit, words } = world(line('a', 'ouvido'))
  await edit.begin(words.find('a')!)
  edit.write('corrigido')
  await edit.save()
  await edit.begin(words.find('a')!)
  t.true(await edit.takeBack())
  t.is(words.find('a')?.text, 'ouvido')
})

test('words of a line are exchanged in one step, and what cannot be saved stays as a draft', async (t) => {
  const w = world(line('a', 'Tomo losartana, sempre.'))
  t.true(await w.edit.exchange(w.words.segments[0]!, { from: 5, to: 14 }, 'Los Artana'))
  t.deepEqual(w.sent, [{ text: 'Tomo Los Artana, sempre.', was: 'Tomo losartana, sempre.' }])
  t.is(w.edit.segment, undefined)
  w.setOffline(true)
  t.false(await w.edit.exchange(w.words.segments[0]!, { from: 5, to: 15 }, 'losartana'))
  t.is(w.edit.draft, 'Tomo losartana, sempre.')
  t.is(w.edit.state, 'failed')
})

const missed = (id: string): Segment => ({ ...line(id, '[?]'), not_understood: true })

test('a stretch that was not understood begins empty, and is not emptied by saving nothing', async (t) => {
  const { edit, sent, words, told } = world(missed('a'))
  await edit.begin(words.segments[0]!)
  t.is(edit.draft, '')
  t.false(edit.hasChanges)
  t.true(await edit.save())
  t.deepEqual(sent, [])
  await edit.begin(words.segments[0]!)
  edit.write('tomo losartana')
  t.true(await edit.save())
  t.deepEqual(sent, [{ text: 'tomo losartana', was: '[?]' }])
  t.deepEqual(told, ['tomo losartana'])
})

test('that nobody spoke is saved in one step, and tried again when it could not be', async (t) => {
  const { edit, sent, words, setOffline } = world(missed('a'))
  setOffline(true)
  t.false(await edit.silence(words.segments[0]!))
  t.is(edit.state, 'failed')
  t.true(edit.hasChanges)
  setOffline(false)
  t.true(await edit.save())
  t.deepEqual(sent, [{ text: '', was: '[?]' }])
  t.is(words.notUnderstood.length, 0)
})

test('that nobody spoke is saved of the next one too while the first is on its way', async (t) => {
  const { edit, sent, words } = world(missed('a'), missed('b'))
  const [a, b] = words.segments
  t.deepEqual(await Promise.all([edit.silence(a!), edit.silence(b!)]), [true, true])
  t.is(sent.length, 2)
  t.is(words.notUnderstood.length, 0)
})

test('another line that is opened while one is being saved sends nothing twice', async (t) => {
  const { edit, sent, words } = world(line('a', 'um'), line('b', 'dois'))
  const [a, b] = words.segments
  await edit.begin(a!)
  edit.write('um outro')
  const saved = edit.save()
  await edit.begin(b!)
  t.true(await saved)
  t.deepEqual(sent, [{ text: 'um outro', was: 'um' }])
  t.is(edit.segment?.id, 'b')
  t.is(edit.state, 'writing')
})

test('a transcript is complete when its work is done and nothing is left that was not understood', (t) => {
  const told: boolean[] = []
  const words = transcript(() => told.push(words.complete))
  const quiet = { progress: null, behind_ms: 0, reason: null }
  const state = (next: 'finishing' | 'incomplete' | 'complete') =>
    words.onServerMessage({ type: 'transcription.status', state: next, ...quiet })
  words.onServerMessage({ type: 'transcription.replaced', segments: [line('a', 'x'), missed('b')] })
  state('finishing')
  t.false(words.finished)
  state('incomplete')
  t.true(words.finished)
  t.deepEqual(told, [false])
  // Before the server has said so: a host is told of the words and of their being whole at once.
  words.put(line('b', 'y'))
  state('complete')
  t.deepEqual(told, [false, true])
})
