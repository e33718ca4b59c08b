import test from 'ava'
import { standAlone } from '../../bin/bundle/readme.ts'

const packed = new Set(['README.md', 'plugin/README.md', 'config/bundle', 'plugin/here.png'])
const read = (text: string, path = 'README.md') => standAlone(text, path, (one) => packed.has(one))

test('pictures and files that are not carried along are described in words', (t) => {
  t.is(read('![A sample EHR](plugin/screenshots/a.png)'), 'A sample EHR')
  t.is(read('See [ARCHITECTURE.md](ARCHITECTURE.md).'), 'See ARCHITECTURE.md.')
  t.is(read('| ![Paused](screenshots/p.png)<br>Paused | |', 'plugin/README.md'), '| Paused | |')
  t.is(read('[up](../CHANGES.md#v1)', 'plugin/README.md'), 'up')
})

test('links with a target stay as they are', (t) => {
  for (const text of [
    '[the plugin](plugin/README.md#events)',
    '[bundle](config/bundle/)',
    '![here](plugin/here.png)<br>here',
    '[below](#figures)',
    '<https://example.org> [site](https://example.org/a.png)',
    '`[a](b)` is how a list of one is written'.replace('(b)', ' b'),
  ])
    t.is(read(text), text)
  t.is(read('[home](../README.md)', 'plugin/README.md'), '[home](../README.md)')
})
