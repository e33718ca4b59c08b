import test from 'ava'
import stringWidth from 'string-width'
import { textWidth } from '../../cli/text-width.ts'

test('every sign of one unit is as wide as the library says, by the shortcut too', (t) => {
  const wrong: string[] = []
  for (let code = 0x20; code < 0x2_500; code++) {
    const text = `São ${String.fromCharCode(code)} 1`
    if (textWidth(text) !== stringWidth(text)) wrong.push(code.toString(16))
  }
  t.deepEqual(wrong, [])
})
