import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { installPackages, isInstalled } from '#tests/support/debian-packages.ts'
import { findRuntime, hasImage, mustPodman, type Runtime } from './podman.ts'

/** The image under test, and how it runs here. */
export interface Built {
  readonly image: string
  readonly runtime: Runtime
}

const IMAGE = 'localhost/flipside-test'
/** The commit that the image under test names. */
export const COMMIT = '968d0cba'
const SUITE = 'trixie'
const CACHE = join('.cache', 'image')
/** As in Debian's slim images. */
const SLIM = ['man', 'locale', 'doc', 'info'].map((folder) => `--dpkgopt=path-exclude=/usr/share/${folder}/*`)
const TOOLS = ['podman', 'buildah', 'mmdebstrap']

/**
 * Builds the image over bases made from Debian's packages, or over IMAGE_BASE and IMAGE_BUILD_BASE.
 * Returns the reason if that is not possible here.
 */
export async function buildImage(): Promise<Built | string> {
  const missing = installPackages([...TOOLS, 'runc'], () => TOOLS.every((program) => isInstalled(program)))
  if (missing !== undefined) return missing
  const base = process.env['IMAGE_BASE'] ?? (await makeBase('base', []))
  const buildBase = process.env['IMAGE_BUILD_BASE'] ?? (await makeBase('build-base', ['nodejs', 'npm']))
  const npmrc = join(homedir(), '.npmrc')
  await mustPodman([
    'build',
    // OCI images have no health check.
    '--format',
    'docker',
    '--isolation',
    'chroot',
    '--network',
    'host',
    '--layers',
    '--build-arg',
    `BASE=${base}`,
    '--build-arg',
    `BUILD_BASE=${buildBase}`,
    '--build-arg',
    `COMMIT=${COMMIT}`,
    ...(existsSync(npmrc) ? ['--secret', `id=npmrc,src=${npmrc}`] : []),
    '--tag',
    IMAGE,
    '.',
  ])
  const runtime = await findRuntime(IMAGE)
  return typeof runtime === 'string' ? `no container runs here: ${runtime}` : { image: IMAGE, runtime }
}

/** Makes an image from Debian's packages, once per machine. Returns its name. */
async function makeBase(name: string, packages: readonly string[]): Promise<string> {
  const image = `localhost/flipside-test-${name}:${SUITE}`
  if (hasImage(image)) return image
  mkdirSync(CACHE, { recursive: true })
  const file = join(CACHE, `${name}.tar`)
  // Behind a proxy that inspects TLS npm needs this machine's certificates.
  const certificates = process.env['NODE_EXTRA_CA_CERTS']
  const copied = '/usr/local/share/machine-certificates.crt'
  const include = packages.length === 0 ? [] : [`--include=${packages.join(',')}`]
  const upload = certificates === undefined ? [] : [`--customize-hook=upload ${certificates} ${copied}`]
  execFileSync('mmdebstrap', ['--variant=minbase', ...SLIM, ...include, ...upload, SUITE, file], { stdio: 'inherit' })
  const change = certificates === undefined ? [] : ['--change', `ENV NODE_EXTRA_CA_CERTS=${copied}`]
  await mustPodman(['import', ...(packages.length === 0 ? [] : change), file, image])
  rmSync(file)
  return image
}
