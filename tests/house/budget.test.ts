import { randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { initialFiles, measureBuild, precachedFiles } from '../../scripts/budget.ts'
import { compressFolder } from '../../scripts/compress.ts'

// Brotli at its highest quality takes seconds on a busy machine.
vi.setConfig({ testTimeout: 30_000 })

const folders: string[] = []
afterEach(async () => {
  for (const folder of folders.splice(0)) await rm(folder, { recursive: true })
})

/** Returns a text that brotli cannot compress below three quarters. */
const noise = (bytes: number) => `//${randomBytes(bytes).toString('base64')}`

const manifest = {
  'index.html': {
    file: 'assets/main.js',
    isEntry: true,
    imports: ['_react.js'],
    dynamicImports: ['src/routes/login.tsx?tsr-split=component'],
  },
  '_react.js': { file: 'assets/react.js', imports: [] },
  '_form.js': { file: 'assets/form.js', imports: ['_react.js'] },
  'src/routes/index.tsx?tsr-split=component': { file: 'assets/feed.js', imports: ['_react.js'] },
  'src/routes/login.tsx?tsr-split=component': { file: 'assets/login.js', imports: ['_react.js', '_form.js'] },
}
const worker =
  'x.precacheAndRoute([{"revision":null,"url":"assets/main.js"},{"revision":"1a","url":"index.html"}]),{url:"no",other:1}'

async function built(files: Readonly<Record<string, string>>) {
  const dist = await mkdtemp(join(tmpdir(), 'dist-'))
  folders.push(dist)
  const all = {
    '.vite/manifest.json': JSON.stringify(manifest),
    'index.html':
      '<script type="module" src="/assets/main.js"></script><link rel="modulepreload" href="/assets/extra.js">',
    'sw.js': worker,
    ...Object.fromEntries(
      ['main', 'react', 'form', 'feed', 'login', 'extra'].map((name) => [`assets/${name}.js`, name]),
    ),
    ...files,
  }
  for (const [name, text] of Object.entries(all)) {
    await mkdir(dirname(join(dist, name)), { recursive: true })
    await writeFile(join(dist, name), text)
  }
  return dist
}

test('a small build is within its budget', async () => {
  const { faults, lines } = await measureBuild(await built({}), ['__root', 'index', 'login'])
  expect(faults).toEqual([])
  expect(lines.join('\n')).toContain('(4 files)')
  expect(lines.at(-1)).toContain('login')
})

test('imports of the feed count in the budget, imports of another route do not', async () => {
  const big = noise(130_000)
  const faultsOf = async (name: string) => (await measureBuild(await built({ [`assets/${name}.js`]: big }), [])).faults
  for (const name of ['react', 'feed', 'extra'])
    expect(await faultsOf(name)).toEqual(['The initial JavaScript of / is over 125.0 kB.'])
  expect(await faultsOf('form')).toEqual([])
})

test('a precache over its budget fails', async () => {
  const { faults } = await measureBuild(await built({ 'index.html': noise(500_000) }), [])
  expect(faults).toContain('The precache is over 450.0 kB.')
})

test('a route in the first chunk fails, and so does an unreadable build', async () => {
  expect((await measureBuild(await built({}), ['index', 'search'])).faults).toEqual([
    'The route search has no chunk of its own.',
  ])
  expect((await measureBuild(await built({ 'sw.js': '' }), [])).faults).toEqual([
    'No precache list was found in sw.js: this program reads the build wrongly.',
  ])
})

test('the lists of a build are read as the tools write them', () => {
  expect(precachedFiles(worker)).toEqual(['assets/main.js', 'index.html'])
  expect(precachedFiles('[{url:`/a.js`,revision:null}]')).toEqual(['a.js'])
  expect(initialFiles({}, '<script src="/assets/a.js" defer></script>')).toEqual(['assets/a.js'])
})

test('text is compressed once, pictures and fonts are not', async () => {
  const dist = await built({ 'assets/font.woff2': 'x', 'icon.png': 'x' })
  expect(await compressFolder(dist)).toBe(9)
  expect(await compressFolder(dist)).toBe(0)
})
