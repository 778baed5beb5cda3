import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from '#tests/e2e/support/server.ts'
import { installPackages, isInstalled } from './debian-packages.ts'
import { start } from './real-players.ts'
import { createWav, toChunk, WAV_RATE } from './wav.ts'

const SERVER = 'supysonic-server'

/** Installs Debian's Supysonic if permitted. Returns the reason if it is missing. */
export const findSupysonic = (): string | undefined =>
  installPackages(
    ['supysonic', 'python3-waitress'],
    () => isInstalled(SERVER, '--help') && isInstalled('/usr/bin/python3', '-cimport waitress'),
  )

interface Names {
  readonly artist: string
  readonly title: string
}

export interface Supysonic {
  readonly url: string
  /** What it has printed. */
  readonly output: () => string
  readonly setPassword: (password: string) => void
  /** Reads its folder again. */
  readonly scan: () => void
  readonly stop: () => Promise<void>
}

/**
 * Starts Debian's Supysonic, a music library that speaks the Subsonic API, with one user and a
 * music folder that `writeMusic` fills.
 */
export async function startSupysonic(
  { user, password, port }: { readonly user: string; readonly password: string; readonly port?: number },
  writeMusic: (folder: string) => void,
): Promise<Supysonic> {
  const home = mkdtempSync(join(tmpdir(), 'flipside-library-'))
  const music = join(home, 'music')
  mkdirSync(music)
  writeMusic(music)
  const settings = [
    '[base]',
    `database_uri = sqlite:///${join(home, 'db')}`,
    '[webapp]',
    `cache_dir = ${join(home, 'cache')}`,
    '[daemon]',
    `socket = ${join(home, 'socket')}`,
  ]
  writeFileSync(join(home, '.supysonic'), `${settings.join('\n')}\n`)
  const env = { HOME: home }
  const run = (...args: string[]) =>
    execFileSync('supysonic-cli', args, { env: { ...process.env, ...env }, stdio: 'ignore' })
  run('user', 'add', user, '-p', password)
  run('folder', 'add', 'music', music)
  run('folder', 'scan', '--foreground')
  const listened = port ?? (await freePort())
  const program = start(SERVER, ['-S', 'waitress', '-h', '127.0.0.1', '-p', String(listened)], env)
  return {
    url: `http://127.0.0.1:${listened}`,
    output: program.output,
    scan: () => run('folder', 'scan', '--foreground'),
    setPassword: (changed) => run('user', 'changepass', user, '-p', changed),
    async stop() {
      await program.stop()
      rmSync(home, { recursive: true })
    },
  }
}

/** Returns a WAV file of a number of seconds, silent or with a tone, with its names in an ID3 tag. */
export function createTaggedWav(seconds: number, { artist, title }: Names, hertz = 0): Buffer {
  const tag = createId3([
    ['TPE1', artist],
    ['TIT2', title],
  ])
  return createWav(seconds, { tags: toChunk('id3 ', tag), hertz })
}

/** Returns an ID3v2.4 tag with text frames in UTF-8. */
function createId3(texts: readonly (readonly [frame: string, text: string])[]): Buffer {
  const frames = texts.map(([frame, text]) => {
    const content = Buffer.concat([Buffer.from([3]), Buffer.from(text)])
    return Buffer.concat([Buffer.from(frame), toSyncsafe(content.length), Buffer.alloc(2), content])
  })
  const body = Buffer.concat(frames)
  return Buffer.concat([Buffer.from('ID3\u0004\u0000\u0000'), toSyncsafe(body.length), body])
}

const toSyncsafe = (size: number) => Buffer.from([21, 14, 7, 0].map((bits) => (size >> bits) & 127))

/** Returns a FLAC file with its names and length, and without sound. */
export function createFlac(seconds: number, { artist, title }: Names): Buffer {
  const info = Buffer.alloc(34)
  info.writeUInt16BE(4096, 0)
  info.writeUInt16BE(4096, 2)
  // 20 bits for the rate, 3 for the channels, 5 for the sample size, 36 for the number of samples.
  info.writeUInt32BE((WAV_RATE << 12) | (15 << 4), 10)
  info.writeUInt32BE(WAV_RATE * seconds, 14)
  const fields = [`ARTIST=${artist}`, `TITLE=${title}`].map((field) => toCounted(Buffer.from(field)))
  const count = Buffer.alloc(4)
  count.writeUInt32LE(fields.length)
  const comment = Buffer.concat([toCounted(Buffer.from('a test')), count, ...fields])
  return Buffer.concat([Buffer.from('fLaC'), toBlock(0, info), toBlock(4 | 128, comment), Buffer.alloc(1000)])
}

function toCounted(content: Buffer): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32LE(content.length)
  return Buffer.concat([length, content])
}

function toBlock(type: number, content: Buffer): Buffer {
  const head = Buffer.alloc(4)
  head.writeUInt32BE(content.length)
  head[0] = type
  return Buffer.concat([head, content])
}
