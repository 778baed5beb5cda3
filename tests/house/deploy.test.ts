import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

const read = (file: string) => readFileSync(file, 'utf8')

/** Runs systemd-analyze on the unit, with the Node of this test. */
function analyze(...args: readonly string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const unit = join(folder, 'flipside.service')
  writeFileSync(unit, read('deploy/flipside.service').replace(/(ExecStart=)\S+/, `$1${process.execPath}`))
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, unit], { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
const isMissing = () => spawnSync('systemd-analyze', ['--version']).status !== 0

test('systemd accepts the unit', ({ skip }) => {
  if (isMissing()) skip('systemd-analyze is not installed')
  expect(analyze('verify')).toEqual({ status: 0, output: '' })
})

test('systemd rates the exposure of the unit at most 1.5 of 10', ({ skip }) => {
  if (isMissing()) skip('systemd-analyze is not installed')
  const { status, output } = analyze('security', '--offline=yes', '--threshold=15')
  expect([status, output.split('\n').at(-2)]).toEqual([0, expect.stringContaining('exposure level')])
})

/** Read by Node itself. */
const OF_NODE = ['NODE_COMPILE_CACHE']

test('compose.yaml, the Dockerfile and the unit set only settings that the server reads', () => {
  const settings = new Set([...(read('server/config/config.ts').match(/(?<=')[A-Z][A-Z_]+(?=')/g) ?? []), ...OF_NODE])
  const app = /\n {2}app:\n(?: {4}.*\n|\n)*/.exec(read('compose.yaml'))?.[0] ?? ''
  const named = [
    ...[...app.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name),
    ...(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').split(' ').map((entry) => entry.split('=')[0] ?? ''),
    ...[...read('deploy/flipside.service').matchAll(/([A-Z_]+)=(?:\/var|production|%d)/g)].map(([, name = '']) => name),
  ]
  expect(named.length).toBeGreaterThanOrEqual(11)
  expect(named.filter((name) => !settings.has(name.replace(/_FILE$/, '')))).toEqual([])
})

test('the Dockerfile copies files that exist and that .dockerignore admits', () => {
  const admitted = new Set(read('.dockerignore').match(/(?<=^!).+/gm))
  const copied = [...read('Dockerfile').matchAll(/^COPY (?!--)(.+) \S+$/gm)].flatMap(([, files = '']) =>
    files.split(' '),
  )
  const missing = copied.filter((file) => file !== '.' && !(existsSync(file) && admitted.has(file.split('/')[0] ?? '')))
  expect([copied.length > 8, missing]).toEqual([true, []])
})
