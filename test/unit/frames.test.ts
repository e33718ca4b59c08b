/** Frames of sound as bytes, and the checksum that they carry. */
import test from 'ava'
import {
  crc32c,
  decodeFrame,
  encodeFrame,
  samplesFromBytes,
  samplesToBytes,
} from '../../core/contract/frames.ts'

test('the checksum is CRC-32C, whatever the length and wherever the bytes are cut', (t) => {
  // RFC 3720, B.4, and the value that every table of checksums gives.
  t.is(crc32c(Buffer.from('123456789')), 0xe3069283)
  t.is(crc32c(new Uint8Array(32)), 0x8a9136aa)
  t.is(crc32c(new Uint8Array(32).fill(0xff)), 0x62a8ab43)
  const bytes = Uint8Array.from({ length: 99 }, (_, at) => (at * 151 + 7) & 0xff)
  const whole = crc32c(bytes)
  for (let cut = 0; cut <= bytes.length; cut++)
    t.is(crc32c(bytes.subarray(cut), crc32c(bytes.subarray(0, cut))), whole)
})

test('a frame is read as it was written, also from the middle of a message', (t) => {
  const samples = Int16Array.of(0, 1, -1, 32_767, -32_768, 255, -256)
  const frame = { channel: 1, sequence: 7, offset: 16_000, samples }
  const bytes = encodeFrame(frame)
  const message = new Uint8Array(bytes.length + 3)
  message.set(bytes, 3)
  t.deepEqual(decodeFrame(message.subarray(3)), frame)
  t.deepEqual(samplesFromBytes(samplesToBytes(samples)), samples)
})
