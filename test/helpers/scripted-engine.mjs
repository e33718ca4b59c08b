#!/usr/bin/env node
/**
 * A program with whisper-server's arguments and protocol, whose answers a test gives: the model
 * file ends with the address that requests are sent on to (scripted-engine.ts).
 */
import { readFileSync } from 'node:fs'
import { createServer, request } from 'node:http'

const HEADER_BYTES = 48
const option = (name) => process.argv[process.argv.indexOf(name) + 1]
const answers = new URL(readFileSync(option('-m')).subarray(HEADER_BYTES).toString())

createServer((req, res) => {
  if (req.url === '/health') return res.end('{"status":"ok"}')
  if (req.method !== 'POST' || req.url !== '/inference') return res.writeHead(404).end()
  const onward = request(answers, { method: 'POST', headers: req.headers }, (answer) => {
    if (answer.headers['x-crash']) process.exit(1)
    res.writeHead(answer.statusCode, answer.headers)
    answer.on('error', () => res.destroy())
    answer.pipe(res)
  })
  onward.on('error', () => res.destroy())
  res.on('close', () => onward.destroy())
  req.pipe(onward)
}).listen(option('--host'))
