import test from 'ava'
import { subjectList } from '../../bin/compose/subject.ts'
import { silentLog } from '../../core/log.ts'

test('what subjects bring is gathered in the order of the list, and closed in the reverse', async (t) => {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const chore = (name: string) => ({ name, everyMs: 1000, run: note(name) })
  const subjects = subjectList(silentLog)
  const audio = subjects.add('audio', {
    recordings: 1,
    chores: [chore('abandoned')],
    start: note('audio starts'),
    close: note('audio closes'),
  })
  subjects.add('transcripts', { wake: note('transcripts wake') })
  subjects.add('files', {
    chores: [chore('unsent'), chore('other')],
    start: note('files start'),
    wake: note('files wake'),
    giveUp: note('files give up'),
    changedElsewhere: (visit) => void done.push(`files look at ${visit}`),
    close: note('files close'),
  })
  t.is(audio.recordings, 1, 'the rest of what it brings is as it was')
  t.deepEqual(
    subjects.all('chores').map(({ name }) => name),
    ['abandoned', 'unsent', 'other'],
  )
  t.deepEqual(subjects.all('routers'), [])
  await subjects.start()
  subjects.wake()
  subjects.changedElsewhere('a visit', { publish: () => {} })
  await subjects.giveUp()
  await subjects.close()
  t.deepEqual(done, [
    'audio starts',
    'files start',
    'transcripts wake',
    'files wake',
    'files look at a visit',
    'files give up',
    'files close',
    'audio closes',
  ])
})

test('a subject begins when the one before it has taken up its work', async (t) => {
  const subjects = subjectList(silentLog)
  let isUp = false
  subjects.add('speech', {
    async start() {
      await new Promise(setImmediate)
      isUp = true
    },
  })
  subjects.add('recordings', { start: () => t.true(isUp) })
  t.plan(1)
  await subjects.start()
})

test('what was opened is closed also where opening the rest fails, and only once', async (t) => {
  const subjects = subjectList(silentLog)
  let closed = 0
  subjects.add('database', { close: async () => void closed++ })
  await subjects.close()
  await subjects.close()
  t.is(closed, 1)
})
