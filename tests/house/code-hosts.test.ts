import { statSync } from 'node:fs'
import { glob, readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'

/** Hosts that serve code, or pages of it, for any account that registers a name. */
const HOSTS = [
  'github.com',
  'githubusercontent.com',
  'github.io',
  'ghcr.io',
  'gitlab.com',
  'gitlab.io',
  'codeberg.org',
  'codeberg.page',
  'bitbucket.org',
  'bitbucket.io',
  'sr.ht',
  'sourceforge.net',
  'sourceforge.io',
  'launchpad.net',
  'gitea.com',
  'gitee.com',
  'notabug.org',
  'docker.io',
  'hub.docker.com',
  'quay.io',
]
const hosts = HOSTS.map((host) => host.replaceAll('.', '\\.')).join('|')
const ADDRESS = new RegExp(`(?:[\\w.+-]+@)?(?<![\\w-])(?:[\\w-]+\\.)*(?:${hosts})(?![\\w-])[^\\s"'\`<>)\\]]*`, 'gi')
/** The same as npm and its kin abbreviate it. */
const SHORT = /\b(?:github|gitlab|bitbucket|gist|ghcr):[\w.-]+\/[\w.-]+/gi

/** Addresses of file authors in this repository, and a Debian package. */
const ALLOWED: Readonly<Record<string, readonly string[]>> = {
  'server/previews/picture/fonts/bricolage-grotesque.LICENSE.txt': ['github.com/ateliertriay/bricolage'],
  'server/previews/picture/fonts/dejavu-sans.LICENSE.txt': [
    'src@users.sourceforge.net',
    'pce@users.sourceforge.net',
    'dejavu-fonts.github.io/',
  ],
  'docs/operating.md': ['docker.io'],
}

const IGNORED = ['node_modules', '.git', 'dist', '.build', '.cache', 'data', 'gallery', 'test-results', 'secrets']
const BINARY = /\.(?:png|jpe?g|webp|gif|woff2?|ttf|otf|ico|zip|gz|br|xlsx|bin)$/i
/** This test; the lock file, which house.test.ts checks: its packages have no address. */
const EXCLUDED = ['tests/house/code-hosts.test.ts', 'package-lock.json']

const findAddresses = (text: string) => [...text.matchAll(ADDRESS), ...text.matchAll(SHORT)].map(([address]) => address)

test('no file names an account of a code host: whoever registers it serves code to those who follow', async () => {
  const exclude = (path: string) => IGNORED.includes(path)
  const entries = await Array.fromAsync(glob(['**/*', '.*', '.github/**/*'], { exclude }))
  const files = entries.filter((path) => !BINARY.test(path) && !EXCLUDED.includes(path) && statSync(path).isFile())
  expect(files.length).toBeGreaterThan(2000)
  const found: string[] = []
  for (const file of files) {
    for (const address of findAddresses(await readFile(file, 'utf8')))
      if (!ALLOWED[file]?.includes(address)) found.push(`${file}: ${address}`)
  }
  expect(found).toEqual([])
})

test.each([
  'git clone https://github.com/a/b.git',
  'git+ssh://git@gitlab.com/a/b',
  'git@codeberg.org:a/b.git',
  'FROM ghcr.io/a/b:1',
  'see raw.githubusercontent.com/a/b',
  'https://git.sr.ht/~a/b',
  'https://a.github.io/b',
  '"repository": "github:a/b"',
])('"%s" counts as an address of a code host', (text) => {
  expect(findAddresses(text)).toHaveLength(1)
})

test.each(['the folder .github/workflows', 'https://notgithub.com/a', 'uses: actions/checkout@v4', 'a github: b'])(
  '"%s" does not',
  (text) => {
    expect(findAddresses(text)).toEqual([])
  },
)

test('package.json names no repository, page or address for bugs', async () => {
  const named: object = JSON.parse(await readFile('package.json', 'utf8'))
  expect(Object.keys(named).filter((key) => ['repository', 'homepage', 'bugs', 'funding'].includes(key))).toEqual([])
})
