import { execFileSync, spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { freePort } from '#tests/e2e/support/server.ts'
import { installPackages, isInstalled } from './debian-packages.ts'

/** The name in the samples of `deploy/`. */
export const SITE = 'flipside.example'
export const proxyNames = ['nginx', 'Caddy'] as const
type ProxyName = (typeof proxyNames)[number]

/** A reverse proxy that runs the sample from `deploy/` on free ports. */
export interface Proxy {
  readonly port: number
  /** The port that redirects to https. */
  readonly plainPort: number
  readonly certificate: string
  /** Returns everything that it has logged. */
  readonly readLogs: () => string
}

interface Setting {
  readonly folder: string
  readonly port: number
  readonly plainPort: number
  readonly upstreamPorts: readonly number[]
}

// nginx is in a folder that is only on root's PATH.
process.env['PATH'] = `${process.env['PATH'] ?? ''}:/usr/sbin`

/** Installs a proxy from Debian if permitted. Returns the reason if it is missing. */
export const findProxy = (name: ProxyName): string | undefined =>
  name === 'nginx'
    ? installPackages(['nginx-light', 'openssl'], () => isInstalled('nginx', '-v') && isInstalled('openssl', 'version'))
    : installPackages(['caddy', 'openssl'], () => isInstalled('caddy', 'version') && isInstalled('openssl', 'version'))

/**
 * Starts a proxy in front of servers on these ports, for one test. Only the nginx sample describes
 * several.
 */
export async function startProxy(name: ProxyName, ...upstreamPorts: readonly number[]): Promise<Proxy> {
  const folder = mkdtempSync('/tmp/flipside-proxy-')
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const setting = { folder, upstreamPorts, port: await freePort(), plainPort: await freePort() }
  const certificate = createCertificate(folder)
  const command = name === 'nginx' ? writeNginx(setting) : writeCaddy(setting)
  await run(command, setting)
  const readLogs = () =>
    readdirSync(folder)
      .filter((file) => file.endsWith('.log'))
      .map((file) => readFileSync(join(folder, file), 'utf8'))
      .join('')
  return { port: setting.port, plainPort: setting.plainPort, certificate, readLogs }
}

/** Returns the sample with each text replaced. Throws if one is missing. */
function readSample(file: string, replacements: readonly (readonly [string, string])[]): string {
  return replacements.reduce(
    (text, [from, to]) => {
      if (!text.includes(from)) throw new Error(`deploy/${file} has no ${from}`)
      return text.replaceAll(from, to)
    },
    readFileSync(join('deploy', file), 'utf8'),
  )
}

function writeNginx({ folder, port, plainPort, upstreamPorts }: Setting): readonly string[] {
  const site = readSample('nginx.conf', [
    [
      '  server 127.0.0.1:3000 max_fails=0; # several processes: one line each\n',
      upstreamPorts.map((upstream) => `  server 127.0.0.1:${upstream} max_fails=0;\n`).join(''),
    ],
    ['  listen [::]:443 ssl http2;\n', ''], // not every machine has IPv6
    ['  listen [::]:80;\n', ''],
    ['listen 443', `listen 127.0.0.1:${port}`],
    ['listen 80', `listen 127.0.0.1:${plainPort}`],
    [`/etc/letsencrypt/live/${SITE}/`, `${folder}/`],
    ['/var/log/nginx/', `${folder}/`],
  ])
  writeFileSync(join(folder, 'site.conf'), site)
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  const main = `${process.getuid?.() === 0 ? 'user root;' : ''}
daemon off;
pid ${folder}/nginx.pid;
error_log ${folder}/main.log crit;
events {}
http {
  ${temporary.map((kind) => `${kind}_temp_path ${folder}/${kind};`).join(' ')}
  include ${folder}/site.conf;
}
`
  writeFileSync(join(folder, 'nginx.conf'), main)
  return ['nginx', '-p', folder, '-e', `${folder}/main.log`, '-c', `${folder}/nginx.conf`]
}

function writeCaddy({ folder, port, plainPort, upstreamPorts: [upstream] }: Setting): readonly string[] {
  const text = readSample('Caddyfile', [
    ['127.0.0.1:3000', `127.0.0.1:${upstream}`],
    ['/var/log/caddy/', `${folder}/`],
    [`\n${SITE} {`, `\n${SITE} {\n\ttls ${folder}/fullchain.pem ${folder}/privkey.pem`],
    [
      '\n{\n',
      `\n{\n\tadmin off\n\thttps_port ${port}\n\thttp_port ${plainPort}\n\tstorage file_system ${folder}/storage\n`,
    ],
  ])
  writeFileSync(join(folder, 'Caddyfile'), text)
  return ['caddy', 'run', '--config', `${folder}/Caddyfile`, '--adapter', 'caddyfile']
}

function createCertificate(folder: string): string {
  const options = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2']
  const names = ['-subj', `/CN=${SITE}`, '-addext', `subjectAltName=DNS:${SITE}`]
  const files = ['-keyout', join(folder, 'privkey.pem'), '-out', join(folder, 'fullchain.pem')]
  execFileSync('openssl', ['req', ...options, ...names, ...files], { stdio: 'ignore' })
  return readFileSync(join(folder, 'fullchain.pem'), 'utf8')
}

/** Runs a proxy until the test is done. Resolves when it accepts connections. */
async function run([program = '', ...args]: readonly string[], { folder, plainPort }: Setting): Promise<void> {
  const child = spawn(program, args, {
    env: { PATH: process.env['PATH'], HOME: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = new Promise<void>((resolve) => child.once('close', resolve))
  onTestFinished(() => {
    child.kill('SIGTERM')
    return closed
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      output += String(chunk)
      writeFileSync(join(folder, 'output.log'), output)
    })
  for (const until = Date.now() + 30_000; child.exitCode === null && Date.now() < until; ) {
    const isReady = await fetch(`http://127.0.0.1:${plainPort}/`, { redirect: 'manual' }).then(
      () => true,
      () => false,
    )
    if (isReady) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${program} did not start: ${output}`)
}
