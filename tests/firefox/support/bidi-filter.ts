import { spawn } from 'node:child_process'
import type { AddressInfo } from 'node:net'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

/*
 * Runs the first argument's Firefox with the others, and passes its WebDriver BiDi connection on.
 * Playwright 1.65 requires a command that Firefox 153 does not know, and gives up without it: it
 * gets a reply here.
 */

const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride'
const LISTENING = /WebDriver BiDi listening on (ws:\/\/\S+)/

const [program = '', ...programArguments] = process.argv.slice(2)
const firefox = spawn(program, programArguments, { stdio: ['ignore', 'inherit', 'pipe'] })
firefox.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => firefox.kill(signal))

let printed = ''
firefox.stderr.on('data', (chunk: Buffer) => {
  printed += chunk.toString()
  const lines = printed.split('\n')
  printed = lines.pop() ?? ''
  for (const line of lines) {
    const address = LISTENING.exec(line)?.[1]
    if (address === undefined) console.error(line)
    else pass(address)
  }
})

const toText = (data: RawData) => (data as Buffer).toString() // ws delivers a Buffer by default

/** Listens for Playwright, and prints the address as Firefox does. */
function pass(address: string) {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('listening', () => {
    const { port } = server.address() as AddressInfo // of a server that listens at a port
    console.error(`WebDriver BiDi listening on ws://127.0.0.1:${port}`)
  })
  server.on('connection', (client, { url }) => {
    const browser = new WebSocket(`${address}${url}`)
    const unsent: string[] = []
    browser.on('open', () => unsent.splice(0).forEach((text) => browser.send(text)))
    browser.on('message', (data) => client.send(toText(data)))
    browser.on('close', () => client.close())
    client.on('close', () => browser.close())
    client.on('message', (data) => {
      const text = toText(data)
      // Playwright's own message.
      const { id, method } = JSON.parse(text) as { id: number; method: string }
      if (method === UNKNOWN_COMMAND) client.send(JSON.stringify({ type: 'success', id, result: {} }))
      else if (browser.readyState === WebSocket.OPEN) browser.send(text)
      else unsent.push(text)
    })
  })
}
