import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Listening, listen } from '#server/http/listen.ts'
import { freePort } from '#tests/e2e/support/server.ts'
import { installPackages, isInstalled } from '#tests/support/debian-packages.ts'
import { makeToken, readRecentTitles } from '#tests/support/players.ts'
import { sendMpdCommands, start, writeMpdSettings, writeSilence } from '#tests/support/real-players.ts'
import { type TestMember, type TestServer, testServer } from '#tests/support/test-server.ts'
import { startConnectProxy, startTlsFront } from '#tests/support/tls-front.ts'

/*
 * Players that scrobble a track once it has played for half of 30 s, so that each test takes that
 * long: `npm run test:nightly -- processes`.
 */

const PLAYED_S = 32
const WAIT_MS = 90_000
/** mpdas knows Last.fm and Libre.fm only; of these, the server's address is Libre.fm's. */
const LIBREFM = 'libre.fm'
const AUTHORITIES = '/etc/ssl/certs/ca-certificates.crt'

let server: TestServer
let listening: Listening
let ada: TestMember
let token: string
let folder: string

beforeAll(async () => {
  server = await testServer()
  // The server's clock is set to the machine's.
  server.clock.advance({ seconds: (Date.now() - server.clock.now().getTime()) / 1000 })
  listening = await listen(server.app, { host: '127.0.0.1', port: 0 })
  ada = await server.signUp('Ada')
  token = await makeToken(server, ada)
  folder = mkdtempSync(join(tmpdir(), 'flipside-players-'))
  chmodSync(folder, 0o755)
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await listening.close()
})

const titles = () => readRecentTitles(server, token)

test('VLC submits a track by Audioscrobbler 1.2', async ({ skip }) => {
  const reason = installPackages(['vlc-bin', 'vlc-plugin-base'], () => isInstalled('which', 'cvlc'))
  if (reason !== undefined) skip(reason)
  if (process.getuid?.() !== 0) skip('VLC is started as another user, which needs root')
  for (const title of ['By VLC', 'After it']) {
    const path = join(folder, `${title}.wav`)
    writeSilence(path, PLAYED_S, { artist: 'Sol Ferro', title })
    chmodSync(path, 0o644)
  }
  const asNobody = ['-u', 'nobody', '--', 'vlc', '-I', 'dummy']
  const silent = ['--extraintf', 'audioscrobbler', '--aout', 'adummy', '--no-video']
  const login = ['--lastfm-username', 'ada', '--lastfm-password', token]
  const address = ['--scrobbler-url', `127.0.0.1:${listening.port}`]
  const vlc = start('runuser', [
    ...asNobody,
    ...silent,
    ...login,
    ...address,
    join(folder, 'By VLC.wav'),
    join(folder, 'After it.wav'),
  ])
  try {
    await expect.poll(titles, { timeout: WAIT_MS, interval: 1000 }).toContain('By VLC')
  } finally {
    await vlc.stop()
  }
})

test('mpdas submits a track by Audioscrobbler 2.0', async ({ skip }) => {
  const reason = installPackages(['mpd', 'mpdas'], () =>
    ['mpd', 'mpdas'].every((program) => isInstalled(program, '-h')),
  )
  if (reason !== undefined) skip(reason)
  // It trusts the system's authorities: a file in its place is visible to mpdas alone.
  if (spawnSync('unshare', ['--mount', 'true']).status !== 0) skip('mount namespaces cannot be created')
  const front = await startTlsFront(listening.port, LIBREFM)
  const proxy = await startConnectProxy(front.port)
  for (const title of ['By mpdas', 'After that'])
    writeSilence(join(folder, `${title}.wav`), PLAYED_S, { artist: 'Sol Ferro', title })
  const mpdPort = await freePort()
  const mpd = start('mpd', ['--no-daemon', '--stderr', writeMpdSettings(folder, mpdPort)])
  const settings = join(folder, 'mpdasrc')
  writeFileSync(
    settings,
    `host = 127.0.0.1\nport = ${mpdPort}\nservice = librefm\nusername = ada\npassword = ${token}\ndebug = 1\n`,
  )
  const trusting = `mount --bind "${front.certificate}" ${AUTHORITIES} && exec mpdas -c "${settings}"`
  const play = ['update', 'clear', 'add "By mpdas.wav"', 'add "After that.wav"', 'play']
  await expect.poll(() => sendMpdCommands(mpdPort, play), { timeout: WAIT_MS }).not.toContain('ACK')
  const mpdas = start('unshare', ['--mount', 'sh', '-c', trusting], { https_proxy: `http://127.0.0.1:${proxy.port}` })
  try {
    await expect.poll(titles, { timeout: WAIT_MS, interval: 1000 }).toContain('By mpdas')
  } finally {
    await mpdas.stop()
    await mpd.stop()
    proxy.close()
    front.close()
  }
})
