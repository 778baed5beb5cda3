import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join, relative, sep } from 'node:path'
import { getMimeType } from 'hono/utils/mime'
import { CannotStart, type Config } from '#server/config/config.ts'
import { pagePolicy } from './content-security-policy.ts'
import { createFindStyles, type FindStyles } from './frame-styles.ts'

/** A file from the build, with its compressed copies. */
export interface BuiltFile {
  readonly file: string
  readonly type: string
  readonly etag: string
  /** The encodings stored beside it as `file.br` and `file.gz`, the smallest first. */
  readonly encodings: readonly Encoding[]
  /** Returns its bytes, or a compressed copy's: `''`, `.br`, `.gz`. */
  readonly read: (suffix: Encoding['suffix'] | '') => Promise<Uint8Array>
}
export interface Encoding {
  readonly name: 'br' | 'gzip'
  readonly suffix: '.br' | '.gz'
}

/** The built app, read once at the start. */
export interface BuiltApp {
  /** The files by path, with a leading slash; without the pages. */
  readonly files: ReadonlyMap<string, BuiltFile>
  /** The page served at every app route. */
  readonly index: BuiltFile
  /** The page served at other paths. */
  readonly notFound: BuiltFile
  /**
   * The bundle that renders frames (`frame-renderer.ts`); undefined for a build from an earlier
   * version.
   */
  readonly renderer: string | undefined
  readonly findStyles: FindStyles
  /** The Content-Security-Policy for both pages, with their inline scripts' hashes. */
  readonly policy: string
}

const ENCODINGS: readonly Encoding[] = [
  { name: 'br', suffix: '.br' },
  { name: 'gzip', suffix: '.gz' },
]

const INDEX = 'index.html'
const NOT_FOUND = '404.html'
const RENDERER = '.server/render.js'
const isPage = (path: string) => path === `/${INDEX}` || path === `/${NOT_FOUND}`

/** Returns the built app. Throws {@link CannotStart} if there is none. */
export function readBuiltApp({ distDir, apiHost, embeds }: Pick<Config, 'distDir' | 'apiHost' | 'embeds'>): BuiltApp {
  const [index, notFound] = [join(distDir, INDEX), join(distDir, NOT_FOUND)]
  if (!existsSync(index) || !existsSync(notFound))
    throw new CannotStart(`There is no built app in ${distDir}: run "npm run build" first.`)
  const page = readFileSync(index, 'utf8')
  const files = new Map<string, BuiltFile>()
  for (const entry of readdirSync(distDir, { withFileTypes: true, recursive: true })) {
    const file = join(entry.parentPath, entry.name)
    const path = `/${relative(distDir, file).split(sep).join('/')}`
    if (entry.isFile() && !isPage(path) && !isHidden(path) && !isCompressedCopy(file)) {
      files.set(path, readBuiltFile(file, isHashed(path)))
    }
  }
  return {
    files,
    index: readBuiltFile(index, false),
    notFound: readBuiltFile(notFound, false),
    renderer: existsSync(join(distDir, RENDERER)) ? join(distDir, RENDERER) : undefined,
    findStyles: createFindStyles(distDir, page),
    policy: pagePolicy(page, apiHost, embeds),
  }
}

/** Returns whether a file has a hash in its name, so that it never changes. */
export const isHashed = (path: string): boolean => path.startsWith('/assets/')

/**
 * Reads hashed assets on request: their names change with their content. Caches all other files,
 * such as the page and the worker: a build beside a running server must not serve a page with
 * assets that this server does not know.
 */
function readBuiltFile(file: string, isHashed: boolean): BuiltFile {
  const encodings = ENCODINGS.filter(({ suffix }) => existsSync(`${file}${suffix}`))
  const suffixes = ['' as const, ...encodings.map(({ suffix }) => suffix)]
  const cached = isHashed ? undefined : new Map(suffixes.map((suffix) => [suffix, readFileSync(`${file}${suffix}`)]))
  const hash = createHash('sha256').update(readFileSync(file)).digest('base64url').slice(0, 22)
  return {
    file,
    type: getMimeType(file) ?? 'application/octet-stream',
    etag: `"${hash}"`,
    encodings,
    read: async (suffix) => cached?.get(suffix) ?? readFile(`${file}${suffix}`),
  }
}

/** The build's own files (`.stamp`, `.vite`) are not served. */
const isHidden = (path: string) => path.includes('/.')

const isCompressedCopy = (file: string) =>
  ENCODINGS.some(({ suffix }) => file.endsWith(suffix) && existsSync(file.slice(0, -suffix.length)))
