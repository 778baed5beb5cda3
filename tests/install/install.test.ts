import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/e2e/support/server.ts'

/* `npm run test:nightly -- install`: docs/operating.md and docs/backup.md, followed to the letter. */

const ROOT = resolve(import.meta.dirname, '../..')

/** The environment of an operator, without that of this test. */
const OPERATOR = { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root' }

/** Returns the shell commands of a section, one text per block. */
function readCommands(document: string, heading: string): readonly string[] {
  const text = readFileSync(join(ROOT, document), 'utf8')
  const section = text.slice(text.indexOf(`\n${heading}\n`) + heading.length + 2).split(/^#{2,3} /m)[0] ?? ''
  return [...section.matchAll(/^( *)```sh\n([\s\S]*?)^ *```$/gm)].map(([, indent = '', block = '']) =>
    block.replaceAll(new RegExp(`^${indent}`, 'gm'), ''),
  )
}

/** Returns the block that contains a text. */
function pick(blocks: readonly string[], text: string): string {
  const found = blocks.find((block) => block.includes(text))
  if (found === undefined) throw new Error(`The guide has no commands with ${text}.`)
  return found
}

/** Runs a script in a root of its own, and returns its code and output. */
async function runInRoot(script: string): Promise<{ readonly code: number | null; readonly output: string }> {
  const folder = mkdtempSync(join(tmpdir(), 'flipside-install-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const [file, root] = [join(folder, 'script.sh'), join(folder, 'root')]
  mkdirSync(root)
  writeFileSync(file, script)
  // The end of the first process ends all others of its own space, and unmounts the root.
  const isolated = ['--mount', '--pid', '--fork', '--kill-child', 'sh', join(import.meta.dirname, 'install.sh')]
  const child = spawn('unshare', [...isolated, file, root, ROOT], { stdio: ['ignore', 'pipe', 'pipe'], env: OPERATOR })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString()
    })
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, output }
}

const canIsolate = () => spawnSync('unshare', ['--mount', '--pid', '--fork', 'true']).status === 0

test('the guide installs, backs up, restores and upgrades a server', { timeout: 1_800_000 }, async ({ skip }) => {
  if (!canIsolate()) skip('root is required, for a file system of its own')
  const guide = readCommands('docs/operating.md', '### On Debian, with systemd')
  const port = await freePort()
  const adapt = (block: string) =>
    block
      .replaceAll('<repository>', '/srv/flipside.git')
      .replaceAll('<user>', 'ada')
      .replaceAll('127.0.0.1:3000', `127.0.0.1:${port}`)
      .replaceAll('v1.1.0', 'v900.1.0')
      .replaceAll('| less', '> /dev/null')
      .replaceAll('--retry 30', '--retry 300') // a loaded machine
  const step = (text: string) => adapt(pick(guide, text))
  const api = `http://127.0.0.1:${port}/api`
  const release = (tag: string) => `
    git -C /srv/flipside.git -c user.name=a -c user.email=a@b tag ${tag} "$(git -C /srv/flipside.git -c user.name=a \\
      -c user.email=a@b commit-tree 'HEAD^{tree}' -p HEAD -m ${tag})"`
  const { code, output } = await runInRoot(`
    ${release('v900.0.0')}
    ${step('git clone')}
    ${step('PUBLIC_URL=')}
    echo PORT=${port} >> /etc/flipside/settings
    ${step('cp deploy/flipside.service')}
    ${step('deploy/Caddyfile')}
    curl --fail-with-body -X POST '${api}/user/create-profile?user=ada&firstname=&lastname=&email=a@b.example&password=a+long+password'
    ${step('server/admin/main.ts grant')}
    ${pick(readCommands('docs/backup.md', '### Rotation'), 'install -d')}
    ls -l /var/backups/flipside
    runuser --user flipside -- env --chdir=/opt/flipside DATA_DIR=/var/lib/flipside PATH=/opt/flipside/node_modules/.bin:$PATH \\
      npm run restore -- --drill /var/backups/flipside/flipside-*.zip
    ${release('v900.1.0')}
    ${step('git fetch --tags')}
    curl --fail '${api}/user/profile?user=ada'
    echo "data: $(stat -c '%U %a' /var/lib/flipside)"
    systemctl stop flipside
  `)
  expect(code, output).toBe(0)
  expect(output.match(/"status":"ok","version":"[\d.]+","commit":"[\da-f]{40}"/g)).toHaveLength(2)
  expect(output).toMatch(/-rw------- 1 flipside flipside .*flipside-.*\.zip/)
  expect(output).toContain('data: flipside 700')
})
