import test from 'ava'
import { type ConsultationNews, consultationFeed } from '../../core/consultation/feed.ts'

const news: ConsultationNews = { type: 'transcription.segments', segments: [] }

test('ending a subscription twice does not take the news from those who came later', (t) => {
  const feed = consultationFeed((error) => t.fail(String(error)))
  const end = feed.subscribe('visit', () => t.fail('it left'))
  end()
  let heard = 0
  feed.subscribe('visit', () => heard++)
  end()
  feed.publish('visit', news)
  feed.publish('another visit', news)
  t.is(heard, 1)
})

test('a listener that throws is the only one that misses the message', (t) => {
  const errors: unknown[] = []
  const feed = consultationFeed((error) => errors.push(error))
  let heard = 0
  feed.subscribe('visit', () => {
    throw new Error('no')
  })
  feed.subscribe('visit', () => heard++)
  feed.broadcast(news)
  t.is(heard, 1)
  t.is(errors.length, 1)
})

test('a watcher is notified of every visit, until its end', (t) => {
  const feed = consultationFeed((error) => t.fail(String(error)))
  const heard: string[] = []
  const end = feed.watch((id) => heard.push(id))
  feed.publish('one', news)
  feed.publish('other', news)
  end()
  feed.publish('one', news)
  t.deepEqual(heard, ['one', 'other'])
})
