import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { copyCommands } from '#server/backup/commands.ts'
import { settingNames } from '#server/config/misspelled.ts'

const read = (file: string) => readFileSync(file, 'utf8')

const UNITS = ['flipside.service', 'flipside-backup.service', 'flipside-backup.timer']

/** Runs systemd-analyze on units, with this test's Node. */
function analyze(args: readonly string[], units: readonly string[] = ['flipside.service']) {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const paths = units.map((name) => {
    const text = read(`deploy/${name}`).replace(/(ExecStart=)\S+\/node(?= )/, `$1${process.execPath}`)
    writeFileSync(join(folder, name), text)
    return join(folder, name)
  })
  const { status, stdout, stderr } = spawnSync('systemd-analyze', [...args, ...paths], { encoding: 'utf8' })
  return { status, output: `${stdout}${stderr}` }
}
const isMissing = () => spawnSync('systemd-analyze', ['--version']).status !== 0

test('systemd accepts the units', ({ skip }) => {
  if (isMissing()) skip('systemd-analyze is not installed')
  expect(analyze(['verify'], UNITS)).toEqual({ status: 0, output: '' })
})

test('systemd rates the exposure of the unit at most 1.5 of 10', ({ skip }) => {
  if (isMissing()) skip('systemd-analyze is not installed')
  const { status, output } = analyze(['security', '--offline=yes', '--threshold=15'])
  expect([status, output.split('\n').at(-2)]).toEqual([0, expect.stringContaining('exposure level')])
})

const listValues = (unit: string, name: string): readonly string[] =>
  [...read(`deploy/${unit}`).matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

test('the unit of the backup has the user, folders and settings of the server, and commands that exist', () => {
  for (const name of ['User', 'Group', 'WorkingDirectory', 'EnvironmentFile', 'StateDirectory', 'StateDirectoryMode'])
    expect(listValues('flipside-backup.service', name)).toEqual(listValues('flipside.service', name))
  const findDataDir = (unit: string) => /DATA_DIR=\S+/.exec(listValues(unit, 'Environment').join(' '))?.[0]
  expect(findDataDir('flipside-backup.service')).toBe(findDataDir('flipside.service'))
  const [backup = '', deletion = ''] = listValues('flipside-backup.service', 'ExecStart')
  const [node = '', program = '', command = '', folder = ''] = backup.split(' ')
  expect(node).toBe(listValues('flipside.service', 'ExecStart')[0]?.split(' ')[0])
  expect([existsSync(program), Object.hasOwn(copyCommands, command)]).toEqual([true, true])
  expect(`${deletion.split(' ')[1]}/`).toBe(folder)
  expect(listValues('flipside-backup.service', 'ReadWritePaths')).toEqual([folder.slice(0, -1)])
})

test('the documented installation creates the user and the folders of the units', () => {
  const installation = read('docs/operating.md')
  const [user = ''] = listValues('flipside.service', 'User')
  const [checkout = ''] = listValues('flipside.service', 'WorkingDirectory')
  const [settings = ''] = listValues('flipside.service', 'EnvironmentFile')
  const [archives = ''] = listValues('flipside-backup.service', 'ReadWritePaths')
  expect(installation).toMatch(new RegExp(`adduser .*--home /var/lib/${user} ${user}\n`))
  expect(installation).toContain(`git clone <repository> ${checkout}\n`)
  expect(installation).toContain(`> ${settings}\n`)
  const backups = read('docs/backup.md')
  expect(backups).toContain(`install -d -o ${user} -g ${user} -m 0700 ${archives}\n`)
  for (const name of UNITS.slice(1)) expect(backups).toContain(`deploy/${name}`)
})

/** Read by Node itself. */
const OF_NODE = ['NODE_COMPILE_CACHE']

test('compose.yaml, the Dockerfile and the unit set only settings that the server reads', () => {
  const settings = new Set([...settingNames, ...OF_NODE])
  const app = /\n {2}app:\n(?: {4}.*\n|\n)*/.exec(read('compose.yaml'))?.[0] ?? ''
  const named = [
    ...[...app.matchAll(/^ {6}([A-Z_]+):/gm)].map(([, name = '']) => name),
    ...(/^ENV (.*)$/m.exec(read('Dockerfile'))?.[1] ?? '').split(' ').map((entry) => entry.split('=')[0] ?? ''),
    ...UNITS.flatMap((unit) =>
      [...read(`deploy/${unit}`).matchAll(/([A-Z_]+)=(?:\/var|production|%d)/g)].map(([, name = '']) => name),
    ),
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
