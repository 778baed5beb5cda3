import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { connect } from 'node:net'
import { join } from 'node:path'
import { installPackages, isInstalled } from './debian-packages.ts'
import { createWav, toChunk } from './wav.ts'

const require = createRequire(import.meta.url)

/** The used part of the package `listenbrainz`, which has no types. */
interface ListenBrainzPackage {
  readonly Client: new (
    token: string,
    baseUrl: string,
  ) => { submitListen(body: unknown): Promise<{ status: number } | undefined> }
}
/** The used part of the package `lastfm`, which has no types. */
interface LastFmPackage {
  readonly LastFmNode: new (options: Record<string, unknown>) => LastFmClient
}
interface LastFmClient {
  session(options: { user?: string; key?: string; token?: string; handlers?: object }): LastFmSession
  update(method: 'scrobble' | 'nowplaying', session: LastFmSession, options: Record<string, unknown>): unknown
  request(method: string, params: Record<string, unknown>): unknown
}
interface LastFmSession {
  readonly user: string
  readonly key: string
}

// They are published without types; the interfaces above follow their source.
export const listenbrainz = require('listenbrainz') as ListenBrainzPackage
export const lastfm = require('lastfm') as LastFmPackage

const PLAYER = ['mpd', 'mpdscribble']

/** Installs Debian's player if permitted. Returns the reason if it is missing. */
export const findMpdscribble = (): string | undefined =>
  installPackages(PLAYER, () => PLAYER.every((program) => isInstalled(program)))

/** Starts a program that is stopped when the test is done. */
export function start(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): { stop(): Promise<void>; output: () => string } {
  const child: ChildProcess = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', (text: Buffer) => (output += text.toString()))
  return {
    output: () => output,
    async stop() {
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

/** Writes a silent track that lasts this many seconds, with its names as tags. */
export function writeSilence(
  path: string,
  seconds: number,
  { artist, title }: { artist: string; title: string },
): void {
  const info = Buffer.concat([Buffer.from('INFO'), toChunk('IART', text(artist)), toChunk('INAM', text(title))])
  writeFileSync(path, createWav(seconds, { tags: toChunk('LIST', info) }))
}

const text = (words: string) => Buffer.from(`${words}\0`)

/** Writes the settings of an MPD without audio output, and of its mpdscribble. */
export function writeSettings(
  folder: string,
  {
    mpdPort,
    url,
    user,
    password,
    journal,
  }: Record<'url' | 'user' | 'password' | 'journal', string> & { mpdPort: number },
): { mpd: string; mpdscribble: string } {
  const [mpdscribble, kept] = ['mpdscribble.conf', 'journal'].map((file) => join(folder, file)) as [string, string]
  writeFileSync(kept, journal)
  writeFileSync(
    mpdscribble,
    `host = 127.0.0.1\nport = ${mpdPort}\n\n[flipside]\nurl = ${url}\nusername = ${user}\npassword = ${password}\njournal = ${kept}\n`,
  )
  return { mpd: writeMpdSettings(folder, mpdPort), mpdscribble }
}

/** Writes the settings for an MPD without audio output, which plays a folder's files. */
export function writeMpdSettings(folder: string, port: number): string {
  const path = join(folder, 'mpd.conf')
  writeFileSync(
    path,
    `music_directory "${folder}"\ndb_file "${folder}/db"\nbind_to_address "127.0.0.1"\nport "${port}"
zeroconf_enabled "no"\nlog_file "${folder}/mpd.log"\naudio_output {\n  type "null"\n  name "nowhere"\n}\n`,
  )
  return path
}

/** Sends commands to an MPD. Resolves to its output, ACK for a failed connection. */
export function sendMpdCommands(port: number, commands: readonly string[]): Promise<string> {
  return new Promise((resolve) => {
    let said = ''
    const socket = connect(port, '127.0.0.1')
    socket.on('data', (data) => (said += data.toString()))
    socket.on('error', () => resolve('ACK'))
    socket.on('close', () => resolve(said))
    socket.end(`${commands.join('\n')}\nclose\n`)
  })
}
